package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.GroupColumns;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Reads what operators want to see. Takes no locks; what it shows was true a moment ago. */
public final class GroupReport {
  private static final String COLUMNS =
      "select consumer_group, topic, name, state, last_sequence, held_count, reason, changed_by,"
          + " changed_at from message_group ";

  private static final String LIST =
      COLUMNS
          + """
            where consumer_group = :consumer_group and state in (<states>)
            order by changed_at
            fetch first 10000 rows only
            """;

  private static final String ONE =
      COLUMNS + "where consumer_group = :consumer_group and topic = :topic and name = :name";

  private static final String HELD =
      """
      select position, status, why, source, event_id, sequence, attempts, last_error, held_at,
             message_id, fingerprint
        from held_message
       where consumer_group = :consumer_group and topic = :topic and message_group = :message_group
       order by sequence nulls first, position
       fetch first 1000 rows only
      """;

  private final Jdbi jdbi;
  private final OperatorActions actions = new OperatorActions();

  public GroupReport(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** A group as it stands. Immutable. */
  public record Group(
      GroupKey key,
      GroupState state,
      long lastSequence,
      int heldCount,
      Optional<String> reason,
      String changedBy,
      Instant changedAt) {}

  /** A held message or dead letter, without its payload. Immutable. */
  public record Held(
      long position,
      String status,
      String why,
      String dedupKey,
      Optional<Long> sequence,
      int attempts,
      Optional<String> lastError,
      Instant heldAt,
      String messageId,
      String fingerprint) {}

  /** A group with all that belongs to it. Immutable. */
  public record Detail(Group group, List<Held> held, List<OperatorActions.Entry> actions) {}

  /** The groups in these states, the one that changed first at the top, 10,000 at most. */
  public List<Group> list(String consumerGroup, Collection<GroupState> states) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(LIST)
                .bind("consumer_group", consumerGroup)
                .bindList("states", states.stream().map(GroupState::label).toList())
                .map((row, context) -> group(row))
                .list());
  }

  /** One group; empty when it was never seen. */
  public Optional<Detail> show(GroupKey key) {
    return jdbi.inTransaction(
        handle ->
            handle
                .createQuery(ONE)
                .bind("consumer_group", key.consumerGroup())
                .bind("topic", key.topic())
                .bind("name", key.name())
                .map((row, context) -> group(row))
                .findOne()
                .map(group -> new Detail(group, held(handle, key), actions.last(handle, key))));
  }

  private static List<Held> held(Handle handle, GroupKey key) {
    return GroupColumns.bind(handle.createQuery(HELD), key).map((row, context) -> held(row)).list();
  }

  private static Group group(ResultSet row) throws SQLException {
    return new Group(
        new GroupKey(
            row.getString("consumer_group"), row.getString("topic"), row.getString("name")),
        GroupState.ofLabel(row.getString("state")),
        row.getLong("last_sequence"),
        row.getInt("held_count"),
        Optional.ofNullable(row.getString("reason")),
        row.getString("changed_by"),
        row.getTimestamp("changed_at").toInstant());
  }

  private static Held held(ResultSet row) throws SQLException {
    long sequence = row.getLong("sequence");
    Optional<Long> place = row.wasNull() ? Optional.empty() : Optional.of(sequence);
    return new Held(
        row.getLong("position"),
        row.getString("status"),
        row.getString("why"),
        row.getString("source") + "#" + row.getString("event_id"),
        place,
        row.getInt("attempts"),
        Optional.ofNullable(row.getString("last_error")),
        row.getTimestamp("held_at").toInstant(),
        row.getString("message_id"),
        row.getString("fingerprint"));
  }
}
