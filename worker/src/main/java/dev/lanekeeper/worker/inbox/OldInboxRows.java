package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.DedupKey;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Removes inbox rows of messages that were applied long ago. A row stays while a held message or a
 * dead letter has its dedup key or its sequence: it is the other side of a conflict. Rows of
 * messages that were not applied stay too. Stateless and thread-safe.
 */
final class OldInboxRows {

  /** Rows of one batch at most; what it costs is measured in sql/README.md. */
  static final int BATCH = 500;

  static final String FIND =
      """
      select source, event_id
        from inbox known
       where consumer_group = :consumer_group
         and fate = 'applied'
         and settled_at < :before
         and not exists (select 1
                           from held_message held
                          where held.consumer_group = known.consumer_group
                            and held.source = known.source
                            and held.event_id = known.event_id)
         and not exists (select 1
                           from held_message held
                          where held.consumer_group = known.consumer_group
                            and held.topic = known.topic
                            and held.message_group = known.message_group
                            and held.sequence = known.sequence)
       order by settled_at
       fetch first :batch rows only
      """;

  private static final String DELETE =
      """
      delete from inbox
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and fate = 'applied'
      """;

  /** Removes one batch of what was settled before; returns its size. */
  int purge(Handle handle, String consumerGroup, Instant before) {
    List<DedupKey> old =
        handle
            .createQuery(FIND)
            .bind("consumer_group", consumerGroup)
            .bind("before", Timestamp.from(before))
            .bind("batch", BATCH)
            .map((row, context) -> new DedupKey(row.getString("source"), row.getString("event_id")))
            .list();
    if (old.isEmpty()) {
      return 0;
    }
    PreparedBatch batch = handle.prepareBatch(DELETE);
    for (DedupKey key : old) {
      InboxColumns.bindKey(batch, consumerGroup, key).add();
    }
    int deleted = 0;
    for (int one : batch.execute()) {
      deleted += one;
    }
    return deleted;
  }
}
