package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.worker.effect.Beginning;
import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.effect.Effects;
import dev.lanekeeper.worker.fault.FaultPoints;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Makes the effect of a message outside the database, in two phases (worker/README.md, "Effects
 * outside the database"): a claim is committed, the call is made while no transaction is open, and
 * what came of it is written in the transaction that settles the message. Thread-safe.
 *
 * <p>No lock is held during the call; the claim keeps others away (public cases A7 and B3), and its
 * epoch keeps a call whose claim was lost from being written.
 */
final class EffectCalls {

  private final Jdbi jdbi;
  private final MessageHandler handler;
  private final OnUnknownEffect onUnknown;
  private final String owner;
  private final ProcessListener listener;
  private final LongSupplier nanoTime;
  private final EffectCall oneCall;
  private final Effects effects = new Effects();
  private final EffectRecords records;

  /**
   * @param owner names this process, for people
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  EffectCalls(
      Jdbi jdbi,
      MessageHandler handler,
      OnUnknownEffect onUnknown,
      String owner,
      ProcessListener listener,
      FaultPoints faults,
      LongSupplier nanoTime) {
    this.jdbi = jdbi;
    this.handler = handler;
    this.onUnknown = onUnknown;
    this.owner = owner;
    this.listener = listener;
    this.nanoTime = nanoTime;
    this.records = new EffectRecords(jdbi, handler, listener);
    this.oneCall = new EffectCall(jdbi, listener, faults, nanoTime);
  }

  /** What concerns the records alone. */
  EffectRecords records() {
    return records;
  }

  /** Whether the message has an effect outside the database. */
  boolean areDueFor(Message message) {
    return handler instanceof EffectHandler effectHandler && effectHandler.hasEffect(message);
  }

  /** The key under which the effect of a message is on record. */
  static EffectKey keyOf(Message message) {
    return EffectKey.of(message, EffectKey.CALL);
  }

  /**
   * Claims the effect. Belongs into a transaction that has found the message to be in turn, under
   * the lock on its group's row; the caller commits it before {@link #make}.
   */
  Begun begin(Handle handle, Message message) {
    long at = nanoTime.getAsLong();
    return new Begun(effects.begin(handle, message, EffectKey.CALL, owner, claimOf(message)), at);
  }

  /**
   * Makes the effect, or finds out that it was made. No transaction may be open.
   *
   * @param due asked again before an effect is claimed anew, since finding out takes its time
   * @throws ClaimedEffectException when somebody else's claim is alive
   * @throws UnknownEffectException when a person has to decide
   * @throws Exception what the handler threw; whether it had an effect is on record by then
   */
  Called make(Message message, Begun begun, Due due) throws Exception {
    EffectKey key = keyOf(message);
    Making making =
        begun
            .beginning()
            .choose(
                new Beginning.Cases<Making>() {
                  @Override
                  public Making call(Beginning.Call call) {
                    return () ->
                        oneCall.make(
                            effectHandler(), message, new Claim(call.epoch(), begun.at()), false);
                  }

                  @Override
                  public Making done(Beginning.Done done) {
                    return () -> new Called(message, Called.How.ON_RECORD, 0, done.result());
                  }

                  @Override
                  public Making busy(Beginning.Busy busy) {
                    return () -> {
                      throw ClaimedEffectException.busy(busy.left());
                    };
                  }

                  @Override
                  public Making unknown(Beginning.Unknown unknown) {
                    return () -> {
                      if (unknown.takenOver()) {
                        listener.effect(message, EffectOutcome.TAKEN_OVER);
                      }
                      return decide(message, key, unknown.epoch(), due);
                    };
                  }
                });
    return making.make();
  }

  /** Whether the message is in turn. */
  interface Due {
    /**
     * Locks the group, and looks.
     *
     * @throws ClaimedEffectException when it is not in turn any more: it is looked at from the
     *     beginning
     */
    void require(Handle handle);
  }

  private interface Making {
    Called make() throws Exception;
  }

  private Called decide(Message message, EffectKey key, long epoch, Due due) throws Exception {
    return switch (policyFor(message)) {
      case AUTO, RECONCILE -> ask(message, key, epoch, due);
      case AGAIN -> callAgain(message, key, epoch, due, true);
      case PARK -> throw unknown("--on-unknown-effect park leaves the decision to a person", key);
    };
  }

  private OnUnknownEffect policyFor(Message message) {
    return onUnknown == OnUnknownEffect.AUTO && effectHandler().mayCallAgain(message)
        ? OnUnknownEffect.AGAIN
        : onUnknown;
  }

  private Called ask(Message message, EffectKey key, long epoch, Due due) throws Exception {
    Reconciliation answer = effectHandler().reconcile(message, key.idempotencyKey());
    return switch (answer.finding()) {
      case HAPPENED ->
          new Called(message, Called.How.FOUND_OUT, epoch, answer.result().map(Results::kept));
      case DID_NOT_HAPPEN -> callAgain(message, key, epoch, due, false);
      case UNKNOWN -> throw unknown("the handler cannot tell", key);
    };
  }

  private static UnknownEffectException unknown(String why, EffectKey key) {
    return new UnknownEffectException(
        "nobody knows whether the effect %s happened; %s".formatted(key.idempotencyKey(), why));
  }

  private Called callAgain(Message message, EffectKey key, long epoch, Due due, boolean isUnknown)
      throws Exception {
    long at = nanoTime.getAsLong();
    Beginning.Call again =
        jdbi.inTransaction(
                handle -> {
                  due.require(handle);
                  return effects.callAgain(handle, key, epoch, owner, claimOf(message));
                })
            .orElseThrow(ClaimedEffectException::changed);
    listener.effect(message, EffectOutcome.CALLED_AGAIN);
    return oneCall.make(effectHandler(), message, new Claim(again.epoch(), at), isUnknown);
  }

  /**
   * In the transaction that settles the message: writes that its effect is done, and lets the
   * handler do what goes with it.
   *
   * @throws ClaimedEffectException when the claim was lost: nothing may commit
   * @throws Exception what the handler threw
   */
  Optional<String> settle(Handle handle, Message message, Called called) throws Exception {
    if (!called.record(handle)) {
      listener.effect(message, EffectOutcome.CLAIM_LOST);
      throw ClaimedEffectException.changed();
    }
    return effectHandler().settle(message, called.result(), handle);
  }

  private Duration claimOf(Message message) {
    Duration longest = effectHandler().longestCall(message);
    if (longest.isNegative()) {
      throw new IllegalStateException("the handler's longestCall is negative: " + longest);
    }
    return longest.plus(EffectCall.MARGIN);
  }

  private EffectHandler effectHandler() {
    return (EffectHandler) handler;
  }
}
