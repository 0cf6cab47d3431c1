package dev.lanekeeper.producer.relay;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Marks rows as sent that the broker has confirmed, whoever holds the lease by then: confirmed is
 * confirmed, and two relays that never mark what they send would send it for ever. How far a group
 * is confirmed only grows (ops/adr/0006). Stateless but for the topic's name, and thread-safe.
 */
final class SentMarks {
  private static final String MARK =
      """
      update outbox
         set sent_at = current_timestamp
       where topic = :topic
         and message_group = :message_group
         and sequence = :sequence
         and sent_at is null
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

  /** The same for all, so that two relays that mark the same rows do not deadlock. */
  private static final Comparator<OutboxRow> LOCKING =
      Comparator.comparing(OutboxRow::messageGroup).thenComparingLong(OutboxRow::sequence);

  private final String topic;

  SentMarks(String topic) {
    this.topic = topic;
  }

  /**
   * Marks rows, in one transaction; those that are marked already stay as they are.
   *
   * @param confirmed of each group without a gap, from behind what was confirmed when it was read
   */
  void mark(Handle handle, List<OutboxRow> confirmed) {
    if (confirmed.isEmpty()) {
      return;
    }
    List<OutboxRow> inOrder = confirmed.stream().sorted(LOCKING).toList();
    handle.useTransaction(
        transaction -> {
          PreparedBatch marks = transaction.prepareBatch(MARK);
          inOrder.forEach(row -> bind(marks, row).add());
          marks.execute();
          advance(transaction, inOrder);
        });
  }

  private void advance(Handle transaction, List<OutboxRow> confirmed) {
    Map<String, OutboxRow> last = new TreeMap<>();
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
    last.values().forEach(row -> bind(advances, row).add());
    advances.execute();
  }

  private PreparedBatch bind(PreparedBatch batch, OutboxRow row) {
    return batch
        .bind("topic", topic)
        .bind("message_group", row.messageGroup())
        .bind("sequence", row.sequence());
  }
}
