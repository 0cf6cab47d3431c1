package dev.lanekeeper.producer.relay;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Marks rows as sent, as long as the lease is held: who has lost it marks nothing. Stateless but
 * for names, and thread-safe.
 */
final class SentMarks {
  private static final String MARK =
      """
      update outbox
         set sent_at = current_timestamp
       where topic = :topic
         and message_group = :message_group
         and sequence = :sequence
         and exists (select 1
                       from outbox_relay
                      where topic = :topic
                        and holder = :holder
                        and epoch = :epoch)
      """;

  private static final String BEGIN_GROUP =
      """
      insert into outbox_sent
        (topic, message_group, last_sequence)
      values
        (:topic, :message_group, 0)
      on conflict do nothing
      """;

  private static final String ADVANCE_GROUP =
      """
      update outbox_sent
         set last_sequence = :sequence
       where topic = :topic
         and message_group = :message_group
         and last_sequence < :sequence
      """;

  private final String topic;
  private final String holder;

  SentMarks(String topic, String holder) {
    this.topic = topic;
    this.holder = holder;
  }

  /**
   * Marks rows that the broker has confirmed, in one transaction.
   *
   * @return false, with nothing marked, when the lease is another's by now
   */
  boolean mark(Handle handle, long epoch, List<OutboxRow> confirmed) {
    if (confirmed.isEmpty()) {
      return true;
    }
    return handle.inTransaction(
        transaction -> {
          PreparedBatch marks = transaction.prepareBatch(MARK);
          confirmed.forEach(
              row -> bind(marks, row).bind("holder", holder).bind("epoch", epoch).add());
          for (int changed : marks.execute()) {
            if (changed == 0) {
              transaction.rollback();
              return false;
            }
          }
          advance(transaction, confirmed);
          return true;
        });
  }

  private void advance(Handle transaction, List<OutboxRow> confirmed) {
    Map<String, OutboxRow> last = new HashMap<>();
    confirmed.forEach(
        row -> last.merge(row.messageGroup(), row, (a, b) -> a.sequence() > b.sequence() ? a : b));
    List<OutboxRow> begun = last.values().stream().filter(row -> row.lastSent() == 0).toList();
    if (!begun.isEmpty()) {
      PreparedBatch groups = transaction.prepareBatch(BEGIN_GROUP);
      begun.forEach(
          row -> groups.bind("topic", topic).bind("message_group", row.messageGroup()).add());
      groups.execute();
    }
    PreparedBatch advances = transaction.prepareBatch(ADVANCE_GROUP);
    new ArrayList<>(last.values()).forEach(row -> bind(advances, row).add());
    advances.execute();
  }

  private PreparedBatch bind(PreparedBatch batch, OutboxRow row) {
    return batch
        .bind("topic", topic)
        .bind("message_group", row.messageGroup())
        .bind("sequence", row.sequence());
  }
}
