package dev.lanekeeper.producer.relay;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Removes rows that were sent long ago, by the database's clock, one small batch at a time. How far
 * their groups are sent stays on record. What goes is found first: with the limit in a subquery of
 * the delete, H2 2.5 removed a row too many. Stateless but for names, and thread-safe.
 */
final class OldOutboxRows {

  /** Rows of one batch at most; a guess that no measurement backs yet. */
  static final int BATCH = 500;

  private static final String NOW =
      """
      select current_timestamp
      """;

  private static final String FIND =
      """
      select message_group, sequence
        from outbox
       where topic = :topic
         and sent_at < :before
       order by sent_at
       fetch first :batch rows only
      """;

  private static final String DELETE =
      """
      delete from outbox
       where topic = :topic
         and message_group = :message_group
         and sequence = :sequence
         and sent_at < :before
      """;

  private final String topic;
  private final Duration retention;

  OldOutboxRows(String topic, Duration retention) {
    this.topic = topic;
    this.retention = retention;
  }

  private record Key(String messageGroup, long sequence) {}

  /** Removes one batch; returns its size. */
  int purge(Handle handle) {
    return handle.inTransaction(
        transaction -> {
          Instant now = transaction.createQuery(NOW).mapTo(Instant.class).one();
          Timestamp before = Timestamp.from(now.minus(retention));
          List<Key> old = find(transaction, before);
          if (old.isEmpty()) {
            return 0;
          }
          PreparedBatch batch = transaction.prepareBatch(DELETE);
          old.forEach(
              key ->
                  batch
                      .bind("topic", topic)
                      .bind("message_group", key.messageGroup())
                      .bind("sequence", key.sequence())
                      .bind("before", before)
                      .add());
          return Arrays.stream(batch.execute()).sum();
        });
  }

  private List<Key> find(Handle transaction, Timestamp before) {
    return transaction
        .createQuery(FIND)
        .bind("topic", topic)
        .bind("before", before)
        .bind("batch", BATCH)
        .map((row, context) -> new Key(row.getString("message_group"), row.getLong("sequence")))
        .list();
  }
}
