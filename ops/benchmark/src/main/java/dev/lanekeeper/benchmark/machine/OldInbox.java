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

  /** Fills an empty inbox, without its indexes, which are built then, as after a big import. */
  public void fill(long rows) {
    jdbi.useHandle(
        handle -> {
          handle.execute("set synchronous_commit = off");
          handle.execute("set maintenance_work_mem = '1GB'");
          List<String> indexes =
              handle
                  .createQuery("select indexdef from pg_indexes where tablename = 'inbox'")
                  .mapTo(String.class)
                  .list();
          List<String> names =
              handle
                  .createQuery(
                      "select indexname from pg_indexes"
                          + " where tablename = 'inbox' and indexname <> 'inbox_pk'")
                  .mapTo(String.class)
                  .list();
          handle.execute("alter table inbox drop constraint inbox_pk");
          names.forEach(name -> handle.execute("drop index " + name));
          execute(handle, GROUPS, rows);
          execute(handle, ROWS, rows);
          indexes.forEach(handle::execute);
          handle.execute(
              "alter table inbox add constraint inbox_pk primary key using index inbox_pk");
          handle.execute("vacuum (freeze, analyze) inbox");
          handle.execute("vacuum (freeze, analyze) message_group");
          handle.execute("checkpoint");
        });
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
