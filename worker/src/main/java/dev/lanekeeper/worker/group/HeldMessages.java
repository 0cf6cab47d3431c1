package dev.lanekeeper.worker.group;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.worker.message.ErrorText;
import dev.lanekeeper.worker.message.RawMessage;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/**
 * The rows of held messages and dead letters. Every writer holds the lock on the group's row, which
 * makes the next position safe to compute. Stateless and thread-safe.
 */
public final class HeldMessages {

  private static final String INSERT =
      """
      insert into held_message
        (consumer_group, topic, message_group, position, status, why,
         source, event_id, sequence, fingerprint,
         tag, properties, body, message_id, delivery_attempt, born_at,
         attempts, last_error, held_at)
      select :consumer_group, :topic, :message_group, coalesce(max(position), 0) + 1, :status, :why,
             :source, :event_id, :sequence, :fingerprint,
             :tag, :properties, :body, :message_id, :delivery_attempt, :born_at,
             :attempts, :last_error, current_timestamp
        from held_message
       where consumer_group = :consumer_group and topic = :topic and message_group = :message_group
      """;

  private static final String FIND =
      """
      select *
        from held_message
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
       order by position
      """;

  /**
   * The first held message that may be processed now. A message without a sequence comes before all
   * that have one: it was held while nothing else could move either.
   */
  private static final String NEXT =
      """
      select *
        from held_message
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and status = 'held'
         and (sequence is null or sequence <= :last_sequence + 1)
       order by sequence nulls first, position
       fetch first 1 row only
      """;

  private static final String GROUPS_TO_DRAIN =
      """
      select distinct held.topic, held.message_group
        from held_message held
        join message_group known
          on known.consumer_group = held.consumer_group
         and known.topic = held.topic
         and known.name = held.message_group
       where held.consumer_group = :consumer_group
         and held.status = 'held'
         and known.state in ('open', 'waiting')
         and (held.sequence is null or held.sequence <= known.last_sequence + 1)
      """;

  private static final String REMOVE =
      """
      delete from held_message
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
             last_error = :last_error
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
      """;

  /** Keeps a message. */
  public void add(Handle handle, GroupKey key, HeldStatus status, HeldMessage message) {
    RawMessage raw = message.raw();
    bind(handle.createUpdate(INSERT), key)
        .bind("status", status.label())
        .bind("why", message.why().label())
        .bind("source", message.dedupKey().source())
        .bind("event_id", message.dedupKey().id())
        .bind("sequence", message.sequence())
        .bind("fingerprint", message.fingerprint())
        .bind("tag", raw.tag())
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
  public List<HeldMessage> find(Handle handle, String consumerGroup, DedupKey dedupKey) {
    return handle
        .createQuery(FIND)
        .bind("consumer_group", consumerGroup)
        .bind("source", dedupKey.source())
        .bind("event_id", dedupKey.id())
        .map((row, context) -> read(row))
        .list();
  }

  /** The first held message of a group that is in turn. */
  public Optional<HeldRow> next(Handle handle, GroupKey key, long lastSequence) {
    return bind(handle.createQuery(NEXT), key)
        .bind("last_sequence", lastSequence)
        .map((row, context) -> new HeldRow(row.getLong("position"), read(row)))
        .findOne();
  }

  /** The groups that may move and have a held message in turn. */
  public List<GroupKey> groupsToDrain(Handle handle, String consumerGroup) {
    return handle
        .createQuery(GROUPS_TO_DRAIN)
        .bind("consumer_group", consumerGroup)
        .map(
            (row, context) ->
                new GroupKey(consumerGroup, row.getString("topic"), row.getString("message_group")))
        .list();
  }

  /** Removes a held message that was applied. */
  public void remove(Handle handle, GroupKey key, long position) {
    bind(handle.createUpdate(REMOVE), key).bind("position", position).execute();
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
    bind(handle.createUpdate(CHANGE), key)
        .bind("position", position)
        .bind("status", status.label())
        .bind("why", why.label())
        .bind("attempts", attempts)
        .bind("last_error", lastError.map(ErrorText::fitting))
        .execute();
  }

  private static HeldMessage read(ResultSet row) throws SQLException {
    long sequence = row.getLong("sequence");
    boolean sequenced = !row.wasNull();
    return new HeldMessage(
        Why.ofLabel(row.getString("why")),
        new DedupKey(row.getString("source"), row.getString("event_id")),
        sequenced ? OptionalLong.of(sequence) : OptionalLong.empty(),
        row.getString("fingerprint"),
        raw(row),
        row.getInt("attempts"),
        Optional.ofNullable(row.getString("last_error")));
  }

  private static RawMessage raw(ResultSet row) throws SQLException {
    Instant bornAt = row.getTimestamp("born_at").toInstant();
    return new RawMessage(
        row.getString("topic"),
        row.getString("message_group"),
        row.getString("tag"),
        "",
        PropertiesJson.read(row.getString("properties")),
        row.getBytes("body"),
        row.getString("message_id"),
        row.getInt("delivery_attempt"),
        bornAt);
  }

  private static <S extends SqlStatement<S>> S bind(S statement, GroupKey key) {
    return statement
        .bind("consumer_group", key.consumerGroup())
        .bind("topic", key.topic())
        .bind("message_group", key.name());
  }
}
