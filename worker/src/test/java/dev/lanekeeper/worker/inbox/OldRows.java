package dev.lanekeeper.worker.inbox;

import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;

import org.jdbi.v3.core.Handle;

/** Fills a database with what was settled long ago. */
final class OldRows {
  private OldRows() {}

  /**
   * Inserts for each number an applied message in one of a thousand groups, and for each tenth an
   * ended group.
   *
   * @param numbers a table expression with the numbers from 1 in a column x
   */
  static void insert(Handle handle, String numbers) {
    handle.execute(
        """
        insert into inbox
          (consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
           fate, attempts, received_at, settled_at, message_id, delivery_attempt, body)
        select '%s', '/test/old-' || mod(x, 1000), cast(x as varchar(20)), 'test',
               'old-' || mod(x, 1000), x,
               '0123456789012345678901234567890123456789012345678901234567890123', 'applied', 1,
               timestamp with time zone '2025-01-01 00:00:00+00',
               timestamp with time zone '2025-01-01 00:00:00+00',
               '01020304050607080900010203040506', 1, cast('{"amount":"12.50"}' as bytea)
          from %s
        """
            .formatted(CONSUMER_GROUP, numbers));
    handle.execute(
        """
        insert into message_group
          (consumer_group, topic, name, state, last_sequence, held_count, changed_by, changed_at)
        select '%s', 'test', 'ended-' || x, case when mod(x, 10) = 0 then 'ended' else 'open' end,
               x, 0, 'worker', timestamp with time zone '2025-01-01 00:00:00+00'
          from %s
        """
            .formatted(CONSUMER_GROUP, numbers));
  }
}
