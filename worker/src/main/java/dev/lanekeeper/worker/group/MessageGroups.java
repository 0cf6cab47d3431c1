package dev.lanekeeper.worker.group;

import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * The rows of message groups. The row lock is the one arbiter between everybody who works on a
 * group (design.md, G6): whoever changes a group first locks its row and holds the lock to the end
 * of the transaction. Stateless and thread-safe.
 */
public final class MessageGroups {

  private static final String CREATE_IF_ABSENT =
      """
      insert into message_group
        (consumer_group, topic, name, state, last_sequence, held_count, changed_by, changed_at)
      values
        (:consumer_group, :topic, :name, 'open', 0, 0, 'worker', current_timestamp)
      on conflict do nothing
      """;

  private static final String LOCK =
      """
      select state, last_sequence, held_count, reason
        from message_group
       where consumer_group = :consumer_group and topic = :topic and name = :name
         for update
      """;

  private static final String READ = LOCK.replace("for update", "");

  private static final String ADVANCE =
      """
      update message_group
         set last_sequence = :last_sequence
       where consumer_group = :consumer_group and topic = :topic and name = :name
      """;

  private static final String CHANGE =
      """
      update message_group
         set state = :state,
             held_count = :held_count,
             reason = :reason,
             changed_by = :changed_by,
             changed_at = current_timestamp
       where consumer_group = :consumer_group and topic = :topic and name = :name
      """;

  private static final String COUNT_HELD =
      """
      update message_group
         set held_count = held_count + :more
       where consumer_group = :consumer_group and topic = :topic and name = :name
      """;

  /** Locks a group's row until the transaction ends, after creating it where it is new. */
  public MessageGroup lock(Handle handle, GroupKey key) {
    Optional<MessageGroup> locked = query(handle, LOCK, key);
    if (locked.isPresent()) {
      return locked.get();
    }
    bind(handle.createUpdate(CREATE_IF_ABSENT), key).execute();
    return query(handle, LOCK, key).orElseThrow();
  }

  /** Reads a group's row without a lock: a hint, true at some moment in the past. */
  public Optional<MessageGroup> read(Handle handle, GroupKey key) {
    return query(handle, READ, key);
  }

  /** Moves the high-water mark. */
  public void advance(Handle handle, GroupKey key, long lastSequence) {
    bind(handle.createUpdate(ADVANCE), key).bind("last_sequence", lastSequence).execute();
  }

  /** Counts held messages that came (positive) or went (negative). */
  public void countHeld(Handle handle, GroupKey key, int more) {
    bind(handle.createUpdate(COUNT_HELD), key).bind("more", more).execute();
  }

  /** Puts a group into a state, with the reason and the one who did it. */
  public void change(
      Handle handle,
      GroupKey key,
      GroupState state,
      int heldCount,
      Optional<String> reason,
      String changedBy) {
    bind(handle.createUpdate(CHANGE), key)
        .bind("state", state.label())
        .bind("held_count", heldCount)
        .bind("reason", reason)
        .bind("changed_by", changedBy)
        .execute();
  }

  private static Optional<MessageGroup> query(Handle handle, String sql, GroupKey key) {
    return bind(handle.createQuery(sql), key)
        .map(
            (row, context) ->
                new MessageGroup(
                    GroupState.ofLabel(row.getString("state")),
                    row.getLong("last_sequence"),
                    row.getInt("held_count"),
                    Optional.ofNullable(row.getString("reason"))))
        .findOne();
  }

  private static <S extends SqlStatement<S>> S bind(S statement, GroupKey key) {
    return statement
        .bind("consumer_group", key.consumerGroup())
        .bind("topic", key.topic())
        .bind("name", key.name());
  }
}
