package dev.lanekeeper.benchmark.machine;

import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * What years of messages leave behind, made by one statement: inbox rows of 100 messages for each
 * of many message groups, whose names lie all over the indexes, settled a second apart and long
 * ago. Not thread-safe.
 *
 * @param consumerGroup whose they are
 * @param topic which they came from
 */
public record OldInbox(Jdbi jdbi, String consumerGroup, String topic) {
  private static final int OF_A_GROUP = 100;

  private static final String GROUPS =
      """
      insert into message_group
        (consumer_group, topic, name, state, last_sequence, held_count, changed_by, changed_at)
      select :consumer_group, :topic, 'order-' || md5(number::text), 'open', :of_a_group, 0, 'worker',
             current_timestamp - interval '10 years'
        from generate_series(1, :rows / :of_a_group) number
      """;

  private static final String ROWS =
      """
      insert into inbox
        (consumer_group, source, event_id, topic, message_group, sequence, fingerprint, fate,
         attempts, received_at, settled_at, message_id, delivery_attempt)
      select :consumer_group, '/ledger/orders/' || name, sequence, :topic, name, sequence,
             md5(name) || md5(sequence::text), 'applied', 1, settled_at, settled_at,
             '01A2B3C4D5E6F7' || lpad(to_hex(number), 18, '0'), 1
        from (select number,
                     number / (:rows / :of_a_group) + 1 as sequence,
                     'order-' || md5((number % (:rows / :of_a_group) + 1)::text) as name,
                     current_timestamp - interval '9 years' + number * interval '1 second'
                       as settled_at
                from generate_series(0, :rows - 1) number) made
      """;

  /**
   * Fills an empty inbox and builds its indexes then, as a big import would: in one transaction, so
   * that a server with {@code wal_level = minimal} writes all of it once.
   */
  public void fill(long rows) {
    jdbi.useTransaction(
        handle -> {
          handle.execute("set local maintenance_work_mem = '1GB'");
          List<String> indexes = strings(handle, "indexdef");
          handle.execute("truncate inbox");
          handle.execute("alter table inbox drop constraint inbox_pk");
          strings(handle, "indexname").forEach(name -> handle.execute("drop index " + name));
          execute(handle, GROUPS, rows);
          execute(handle, ROWS, rows);
          indexes.forEach(handle::execute);
          handle.execute(
              "alter table inbox add constraint inbox_pk primary key using index inbox_pk");
        });
    jdbi.useHandle(
        handle -> {
          handle.execute("vacuum (analyze) inbox");
          handle.execute("vacuum (analyze) message_group");
          handle.execute("checkpoint");
        });
  }

  private static List<String> strings(Handle handle, String column) {
    return handle
        .createQuery("select " + column + " from pg_indexes where tablename = 'inbox'")
        .mapTo(String.class)
        .list();
  }

  private void execute(Handle handle, String sql, long rows) {
    handle
        .createUpdate(sql)
        .bind("consumer_group", consumerGroup)
        .bind("topic", topic)
        .bind("rows", rows)
        .bind("of_a_group", OF_A_GROUP)
        .execute();
  }
}
