package dev.lanekeeper.worker.operate;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.effect.EffectState;
import dev.lanekeeper.worker.group.GroupKey;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** Reads the effects outside the database. Takes no locks; what it shows was true a moment ago. */
public final class EffectReport {
  private static final String COLUMNS =
      """
      select consumer_group, source, event_id, name, topic, message_group, idempotency_key, state,
             epoch, owner, claimed_until, result, changed_at,
             claimed_until > current_timestamp as is_alive
        from effect
       where consumer_group = :consumer_group
      """;

  private static final String LIST =
      COLUMNS
          + """
               and state in (<states>)
             order by changed_at
             fetch first 10000 rows only
            """;

  private static final String FIND =
      COLUMNS + "   and idempotency_key like :beginning fetch first 2 rows only";

  private final Jdbi jdbi;

  public EffectReport(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * One effect. Immutable.
   *
   * @param isClaimed whether it is in progress, and its claim is alive
   */
  public record Effect(
      EffectKey key,
      GroupKey group,
      String idempotencyKey,
      EffectState state,
      long epoch,
      String owner,
      Instant claimedUntil,
      boolean isClaimed,
      Optional<String> result,
      Instant changedAt) {}

  /** The effects in these states, the one that changed first at the top, 10,000 at most. */
  public List<Effect> list(String consumerGroup, Collection<EffectState> states) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(LIST)
                .bind("consumer_group", consumerGroup)
                .bindList("states", states.stream().map(EffectState::label).toList())
                .map((row, context) -> effect(row))
                .list());
  }

  /**
   * The effect whose idempotency key begins so.
   *
   * @throws NotPossibleException when there is none, or more than one
   */
  public Effect find(String consumerGroup, String beginning) {
    if (!beginning.matches("[0-9a-f]{1,64}")) {
      throw new NotPossibleException(
          "\"" + beginning + "\" is no idempotency key; effects list shows them");
    }
    List<Effect> found =
        jdbi.withHandle(
            handle ->
                handle
                    .createQuery(FIND)
                    .bind("consumer_group", consumerGroup)
                    .bind("beginning", beginning + "%")
                    .map((row, context) -> effect(row))
                    .list());
    if (found.size() != 1) {
      throw new NotPossibleException(
          "%s effect of consumer group %s has a key that begins with %s"
              .formatted(found.isEmpty() ? "no" : "more than one", consumerGroup, beginning));
    }
    return found.get(0);
  }

  private static Effect effect(ResultSet row) throws SQLException {
    String consumerGroup = row.getString("consumer_group");
    EffectState state = EffectState.ofLabel(row.getString("state"));
    return new Effect(
        new EffectKey(
            consumerGroup,
            new DedupKey(row.getString("source"), row.getString("event_id")),
            row.getString("name")),
        new GroupKey(consumerGroup, row.getString("topic"), row.getString("message_group")),
        row.getString("idempotency_key"),
        state,
        row.getLong("epoch"),
        row.getString("owner"),
        row.getTimestamp("claimed_until").toInstant(),
        state == EffectState.IN_PROGRESS && row.getBoolean("is_alive"),
        Optional.ofNullable(row.getString("result")),
        row.getTimestamp("changed_at").toInstant());
  }
}
