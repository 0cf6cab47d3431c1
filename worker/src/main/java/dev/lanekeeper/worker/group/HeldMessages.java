package dev.lanekeeper.worker.group;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.worker.message.ErrorText;
import dev.lanekeeper.worker.message.RawMessage;
import java.sql.Timestamp;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;

/**
 * The rows of held messages and dead letters. Every writer holds the lock on the group's row, which
 * makes the next position safe to take. Stateless and thread-safe.
 */
public final class HeldMessages {

  private static final String INSERT =
      """
      insert into held_message
        (consumer_group, topic, message_group, position, status, why,
         source, event_id, sequence, fingerprint,
         tag, message_keys, properties, body, message_id, delivery_attempt, born_at,
         attempts, last_error, held_at)
      select consumer_group, topic, name, last_position, :status, :why,
             :source, :event_id, :sequence, :fingerprint,
             :tag, :message_keys, :properties, :body, :message_id, :delivery_attempt, :born_at,
             :attempts, :last_error, current_timestamp
        from message_group
       where consumer_group = :consumer_group and topic = :topic and name = :message_group
      """;

  /** The rows of a group that was forgotten and began anew may have positions of their own. */
  private static final String NEXT_POSITION =
      """
      update message_group
         set last_position =
               greatest(
                 last_position,
                 (select coalesce(max(position), 0)
                    from held_message
                   where consumer_group = :consumer_group
                     and topic = :topic
                     and message_group = :message_group))
               + 1
       where consumer_group = :consumer_group and topic = :topic and name = :message_group
      """;

  /** A message that was misrouted to another group does not stand in the way of its resend. */
  private static final String FIND =
      """
      select *
        from held_message
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and topic = :topic
         and message_group = :message_group
       order by position
      """;

  /**
   * The first held message that may be processed now. A message without a sequence comes before all
   * that have one: it was held while nothing else could move either.
   */
  private static final String NEXT =
      """
      select held_message.*, %s
        from held_message
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and status = 'held'
         and (sequence is null or sequence <= :last_sequence + 1)
       order by sequence nulls first, position
       fetch first 1 row only
      """
          .formatted(TriedBy.recently("started_at"));

  /** The cause of its group's state, or failing that the first, whether it is in turn or not. */
  private static final String HEAD =
      """
      select *
        from held_message
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and status = 'held'
       order by case when why = :why then 0 else 1 end, sequence nulls first, position
       fetch first 1 row only
      """;

  private static final String HELD_POSITIONS =
      """
      select position
        from held_message
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and status = 'held'
         and position <> :position
      """;

  private static final String REFUSE =
      """
      update held_message
         set status = 'dead', why = 'ended'
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and status = 'held'
         and position <> :position
      """;

  private static final String REMOVE =
      """
      delete from held_message
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
      """;

  private static final String REPLACE_BODY =
      """
      update held_message
         set body = :body,
             fingerprint = :fingerprint
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
      """;

  private static final String CHANGE =
      """
      update held_message
         set status = :status,
             why = :why,
             attempts = :attempts,
             last_error = :last_error,
             started_by = null
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
      """;

  /** Keeps a message. */
  public void add(Handle handle, GroupKey key, HeldStatus status, HeldMessage message) {
    RawMessage raw = message.raw();
    GroupColumns.bind(handle.createUpdate(NEXT_POSITION), key).execute();
    GroupColumns.bind(handle.createUpdate(INSERT), key)
        .bind("status", status.label())
        .bind("why", message.why().label())
        .bind("source", message.dedupKey().source())
        .bind("event_id", message.dedupKey().id())
        .bind("sequence", message.sequence())
        .bind("fingerprint", message.fingerprint())
        .bind("tag", raw.tag())
        .bind("message_keys", raw.keys())
        .bind("properties", PropertiesJson.write(raw.properties()))
        .bind("body", raw.body())
        .bind("message_id", raw.messageId())
        .bind("delivery_attempt", raw.deliveryAttempt())
        .bind("born_at", Timestamp.from(raw.bornAt()))
        .bind("attempts", message.attempts())
        .bind("last_error", message.lastError())
        .execute();
  }

  /** Finds what is kept under a dedup key: more than one message where contents conflict. */
  public List<HeldMessage> find(Handle handle, GroupKey key, DedupKey dedupKey) {
    return GroupColumns.bind(handle.createQuery(FIND), key)
        .bind("source", dedupKey.source())
        .bind("event_id", dedupKey.id())
        .map((row, context) -> HeldRows.read(row))
        .list();
  }

  /** The first held message of a group that is in turn. */
  public Optional<HeldRow> next(Handle handle, GroupKey key, long lastSequence) {
    return GroupColumns.bind(handle.createQuery(NEXT), key)
        .bind("last_sequence", lastSequence)
        .map((row, context) -> HeldRows.inTurn(row))
        .findOne();
  }

  /**
   * The head of a parked group: the message that is the cause.
   *
   * @param reason why the group is parked
   */
  public Optional<HeldRow> head(Handle handle, GroupKey key, String reason) {
    return GroupColumns.bind(handle.createQuery(HEAD), key)
        .bind("why", reason)
        .map((row, context) -> HeldRows.placed(row))
        .findOne();
  }

  /**
   * Makes dead letters of all that is held, but for one.
   *
   * @return their positions
   */
  public List<Long> refuse(Handle handle, GroupKey key, OptionalLong exceptPosition) {
    List<Long> positions =
        GroupColumns.bind(handle.createQuery(HELD_POSITIONS), key)
            .bind("position", exceptPosition.orElse(0))
            .mapTo(Long.class)
            .list();
    GroupColumns.bind(handle.createUpdate(REFUSE), key)
        .bind("position", exceptPosition.orElse(0))
        .execute();
    return positions;
  }

  /** Removes a held message that was applied. */
  public void remove(Handle handle, GroupKey key, long position) {
    GroupColumns.bind(handle.createUpdate(REMOVE), key).bind("position", position).execute();
  }

  /** Says anew why a message is kept, and how often it was tried. */
  public void change(
      Handle handle,
      GroupKey key,
      long position,
      HeldStatus status,
      Why why,
      int attempts,
      Optional<String> lastError) {
    GroupColumns.bind(handle.createUpdate(CHANGE), key)
        .bind("position", position)
        .bind("status", status.label())
        .bind("why", why.label())
        .bind("attempts", attempts)
        .bind("last_error", lastError.map(ErrorText::fitting))
        .execute();
  }

  /** Removes a dead letter; false when it is none any more. */
  public boolean removeDead(Handle handle, GroupKey key, long position) {
    return GroupColumns.bind(handle.createUpdate(REMOVE + "   and status = 'dead'\n"), key)
            .bind("position", position)
            .execute()
        == 1;
  }

  /** Gives a held message another payload. */
  public void replaceBody(
      Handle handle, GroupKey key, long position, byte[] body, String fingerprint) {
    GroupColumns.bind(handle.createUpdate(REPLACE_BODY), key)
        .bind("position", position)
        .bind("body", body)
        .bind("fingerprint", fingerprint)
        .execute();
  }
}
