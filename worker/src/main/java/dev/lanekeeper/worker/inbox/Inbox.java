package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupColumns;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The inbox: one row per consumer group and dedup key whose fate is settled (design.md, G1). Rows
 * are written in the transaction of the effect, or of the decision, that they record. Stateless and
 * thread-safe.
 */
public final class Inbox {

  private static final String FIND =
      """
      select source, event_id, fingerprint, fate, result
        from inbox
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """;

  private static final String FIND_BY_SEQUENCE =
      """
      select source, event_id, fingerprint, fate, result
        from inbox
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and sequence = :sequence
       order by settled_at
       fetch first 1 row only
      """;

  private static final String SETTLE =
      """
      insert into inbox
        (consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
         fate, attempts, received_at, settled_at, message_id, delivery_attempt, body)
      values
        (:consumer_group, :source, :event_id, :topic, :message_group, :sequence, :fingerprint,
         :fate, :attempts, current_timestamp, current_timestamp, :message_id, :delivery_attempt,
         :body)
      """;

  private static final String SKIP_GAP =
      """
      insert into inbox
        (consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
         fate, attempts, received_at, settled_at, message_id, delivery_attempt)
      values
        (:consumer_group, :source, :event_id, :topic, :message_group, :sequence, '',
         'rejected', 0, current_timestamp, current_timestamp, '', 0)
      on conflict do nothing
      """;

  private static final String SETTLE_DEAD =
      """
      insert into inbox
        (consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
         fate, attempts, received_at, settled_at, message_id, delivery_attempt, body)
      select consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
             :fate, attempts, held_at, current_timestamp, message_id, delivery_attempt, body
        from held_message
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
      on conflict do nothing
      """;

  private static final String APPLY_AFTER_ALL =
      """
      update inbox
         set fate = 'applied',
             fingerprint = :fingerprint,
             attempts = :attempts,
             settled_at = current_timestamp,
             settlement = default,
             body = :body
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """;

  private static final String STORE_RESULT =
      """
      update inbox
         set result = :result
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """;

  /** Finds what is on record about a dedup key. */
  public Optional<InboxRow> find(Handle handle, String consumerGroup, DedupKey dedupKey) {
    return InboxColumns.bindKey(handle.createQuery(FIND), consumerGroup, dedupKey)
        .map((row, context) -> InboxRows.read(row))
        .findOne();
  }

  /** Finds the message that took a sequence number of a group. */
  public Optional<InboxRow> findBySequence(Handle handle, GroupKey key, long sequence) {
    return GroupColumns.bind(handle.createQuery(FIND_BY_SEQUENCE), key)
        .bind("sequence", sequence)
        .map((row, context) -> InboxRows.read(row))
        .findOne();
  }

  /**
   * Records a fate. The caller holds the lock on the group's row and knows that there is no row.
   */
  public void settle(Handle handle, Arrival arrival, Fate fate, int attempts) {
    InboxColumns.bind(handle.createUpdate(SETTLE), arrival, attempts)
        .bind("fate", fate.label())
        .execute();
  }

  /**
   * Records that a group went on without a sequence, so that the message is refused, and not taken
   * for a repeat, if it comes after all.
   */
  public void skipGap(Handle handle, GroupKey key, long sequence) {
    GroupColumns.bind(handle.createUpdate(SKIP_GAP), key)
        .bind("source", InboxRow.SKIPPED_GAP)
        .bind("event_id", key.topic() + "/" + key.name() + "/" + sequence)
        .bind("sequence", sequence)
        .execute();
  }

  /** Records the fate of a held message that becomes a dead letter. */
  public void settleDead(Handle handle, GroupKey key, long position, Fate fate) {
    GroupColumns.bind(handle.createUpdate(SETTLE_DEAD), key)
        .bind("position", position)
        .bind("fate", fate.label())
        .execute();
  }

  /** Turns the row of a message that was given up into that of one that is applied. */
  public void applyAfterAll(Handle handle, Arrival arrival, int attempts) {
    InboxColumns.bind(handle.createUpdate(APPLY_AFTER_ALL), arrival, attempts).execute();
  }

  /** Stores what the handler returned, to be given back when the message comes again. */
  public void storeResult(Handle handle, Message message, String result) {
    InboxColumns.bindKey(
            handle.createUpdate(STORE_RESULT), message.consumerGroup(), message.dedupKey())
        .bind("result", result)
        .execute();
  }

  /** The state of a group that had no reason to stop, after the message was applied. */
  public static GroupState stateAfter(Message message) {
    return message.lastInSequence() ? GroupState.ENDED : GroupState.OPEN;
  }
}
