package dev.lanekeeper.worker.effect;

import dev.lanekeeper.api.Message;
import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jspecify.annotations.Nullable;

/**
 * The record of effects that cannot join a transaction, in two phases: a claim that is committed
 * before the call, and what came of it, which is written in the transaction that settles the
 * message. Stateless and thread-safe.
 *
 * <p>Each claim has an epoch, and every later write names it, so of two who believe that an effect
 * is theirs only the last one's word counts (public case B3). A claim always ends, by the
 * database's clock; that decides only when others may look, never whose word counts.
 */
public final class Effects {

  private static final String CREATE =
      """
      insert into effect
        (consumer_group, source, event_id, name, topic, message_group, idempotency_key,
         state, epoch, owner, claimed_until, changed_at)
      values
        (:consumer_group, :source, :event_id, :name, :topic, :message_group, :idempotency_key,
         'failed', 0, '', current_timestamp, current_timestamp)
      on conflict do nothing
      """;

  private static final String LOCK =
      """
      select state, epoch, claimed_until, result, current_timestamp as now
        from effect
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and name = :name
         for update
      """;

  private static final String CHANGE =
      """
      update effect
         set state = :state,
             epoch = :next_epoch,
             owner = coalesce(:owner, owner),
             claimed_until = coalesce(:claimed_until, claimed_until),
             result = :result,
             changed_at = current_timestamp
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and name = :name
         and epoch = :epoch
         and state = :from
      """;

  private record Row(
      EffectState state, long epoch, Instant claimedUntil, Optional<String> result, Instant now) {}

  /**
   * Claims the effect, or says why not. The caller commits before it calls anybody.
   *
   * @param owner names the process, for people
   * @param claim how long others keep away; longer than the call may take
   */
  public Beginning begin(
      Handle handle, Message message, String name, String owner, Duration claim) {
    EffectKey key = EffectKey.of(message, name);
    bind(handle.createUpdate(CREATE), key)
        .bind("topic", message.topic())
        .bind("message_group", message.messageGroup())
        .bind("idempotency_key", key.idempotencyKey().value())
        .execute();
    Row row = lock(handle, key);
    return switch (row.state()) {
      case DONE -> new Beginning.Done(row.result());
      case UNKNOWN -> new Beginning.Unknown(row.epoch(), false);
      case FAILED -> claim(handle, key, row, owner, claim);
      case IN_PROGRESS -> {
        Duration left = Duration.between(row.now(), row.claimedUntil());
        yield left.isNegative() || left.isZero()
            ? new Beginning.Unknown(forsake(handle, key, row.epoch()).orElseThrow(), true)
            : new Beginning.Busy(left);
      }
    };
  }

  /**
   * Claims an effect anew of which nobody knows whether it happened: the policy says that calling
   * again, with the same idempotency key, does no harm. The caller commits before it calls.
   *
   * @param epoch of the {@link Beginning.Unknown} that was decided upon
   * @return empty when somebody else has decided meanwhile
   */
  public Optional<Beginning.Call> callAgain(
      Handle handle, EffectKey key, long epoch, String owner, Duration claim) {
    Row row = lock(handle, key);
    return row.state() == EffectState.UNKNOWN && row.epoch() == epoch
        ? Optional.of(claim(handle, key, row, owner, claim))
        : Optional.empty();
  }

  /**
   * The effect happened. Belongs into the transaction that settles the message: where it returns
   * false, that must not commit.
   *
   * @return false when the claim was lost
   */
  public boolean done(Handle handle, EffectKey key, long epoch, Optional<String> result) {
    return change(
        handle, key, EffectState.IN_PROGRESS, epoch, EffectState.DONE, epoch, result.orElse(null));
  }

  /**
   * Somebody who was asked, or an operator, knows that an unknown effect happened. Belongs into the
   * transaction that settles the message.
   *
   * @return false when somebody else has decided meanwhile
   */
  public boolean happened(Handle handle, EffectKey key, long epoch, Optional<String> result) {
    return change(
        handle, key, EffectState.UNKNOWN, epoch, EffectState.DONE, epoch, result.orElse(null));
  }

  /**
   * Somebody who was asked, or an operator, knows that an unknown effect did not happen: the next
   * attempt calls.
   *
   * @return false when somebody else has decided meanwhile
   */
  public boolean didNotHappen(Handle handle, EffectKey key, long epoch) {
    return change(handle, key, EffectState.UNKNOWN, epoch, EffectState.FAILED, epoch, null);
  }

  /**
   * The effect is known not to have happened, such as a connection that was refused: the next
   * attempt calls.
   *
   * @return false when the claim was lost
   */
  public boolean failed(Handle handle, EffectKey key, long epoch) {
    return change(handle, key, EffectState.IN_PROGRESS, epoch, EffectState.FAILED, epoch, null);
  }

  /**
   * Nobody will say any more whether the effect happened, such as after a time-out.
   *
   * @return the epoch under which it is to be decided; empty when the claim was lost
   */
  public Optional<Long> forsake(Handle handle, EffectKey key, long epoch) {
    long next = epoch + 1; // Whoever had claimed it cannot write any more.
    return change(handle, key, EffectState.IN_PROGRESS, epoch, EffectState.UNKNOWN, next, null)
        ? Optional.of(next)
        : Optional.empty();
  }

  private static Beginning.Call claim(
      Handle handle, EffectKey key, Row row, String owner, Duration claim) {
    long epoch = row.epoch() + 1;
    bind(handle.createUpdate(CHANGE), key)
        .bind("from", row.state().label())
        .bind("epoch", row.epoch())
        .bind("state", EffectState.IN_PROGRESS.label())
        .bind("next_epoch", epoch)
        .bind("owner", owner)
        .bind("claimed_until", Timestamp.from(StatementClock.now(handle).plus(claim)))
        .bind("result", (String) null)
        .execute();
    return new Beginning.Call(epoch);
  }

  private static boolean change(
      Handle handle,
      EffectKey key,
      EffectState from,
      long epoch,
      EffectState state,
      long nextEpoch,
      @Nullable String result) {
    return bind(handle.createUpdate(CHANGE), key)
            .bind("from", from.label())
            .bind("epoch", epoch)
            .bind("state", state.label())
            .bind("next_epoch", nextEpoch)
            .bind("owner", (String) null)
            .bind("claimed_until", (Timestamp) null)
            .bind("result", result)
            .execute()
        == 1;
  }

  private static Row lock(Handle handle, EffectKey key) {
    return bind(handle.createQuery(LOCK), key)
        .map(
            (row, context) ->
                new Row(
                    EffectState.ofLabel(row.getString("state")),
                    row.getLong("epoch"),
                    row.getTimestamp("claimed_until").toInstant(),
                    Optional.ofNullable(row.getString("result")),
                    row.getTimestamp("now").toInstant()))
        .one();
  }

  private static <S extends SqlStatement<S>> S bind(S statement, EffectKey key) {
    return statement
        .bind("consumer_group", key.consumerGroup())
        .bind("source", key.dedupKey().source())
        .bind("event_id", key.dedupKey().id())
        .bind("name", key.name());
  }
}
