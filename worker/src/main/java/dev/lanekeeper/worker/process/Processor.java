package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.ErrorText;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.message.UndecodableMessageException;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/**
 * Brings one delivered message to one outcome: decodes it, enters it into the inbox, runs its
 * handler in the same transaction, and counts and judges failures (design.md, "The life of a
 * message"). Never throws for what a message or the database does. Thread-safe; the caller sees to
 * it that one group has one message in here at a time, and if two processes break that, the lock on
 * the group's row keeps them apart.
 */
public final class Processor {
  private final Jdbi jdbi;
  private final Decoder decoder;
  private final HandlerRun handlerRun;
  private final ShortCut shortCut;
  private final EffectCalls effectCalls;
  private final Reservations reservations;
  private final Debts debts;
  private final Settlement settlement;
  private final Suspects suspects;
  private final Judge judge;
  private final ProcessListener listener;
  private final TracedPass traced;
  private final FaultPoints faults;

  Processor(
      Jdbi jdbi,
      Decoder decoder,
      HandlerRun handlerRun,
      ShortCut shortCut,
      EffectCalls effectCalls,
      Reservations reservations,
      Debts debts,
      Settlement settlement,
      Suspects suspects,
      Judge judge,
      ProcessListener listener,
      TracedPass traced,
      FaultPoints faults) {
    this.jdbi = jdbi;
    this.decoder = decoder;
    this.handlerRun = handlerRun;
    this.shortCut = shortCut;
    this.effectCalls = effectCalls;
    this.reservations = reservations;
    this.debts = debts;
    this.settlement = settlement;
    this.suspects = suspects;
    this.judge = judge;
    this.listener = listener;
    this.traced = traced;
    this.faults = faults;
  }

  /** Makes one pass over a message; it comes to nothing when the message is not ours any more. */
  public Outcome process(RawMessage raw, Run run) {
    return traced.of(raw, run::current, () -> passAndTell(raw, run));
  }

  private Outcome passAndTell(RawMessage raw, Run run) {
    Outcome outcome = passAndLeave(raw, run);
    if (outcome instanceof Outcome.Settled settled) {
      faults.passed(Step.COMMITTED);
      judge.settled();
      listener.settled(raw, run.current(), settled);
      if (settled instanceof Outcome.Duplicate duplicate) {
        duplicate.result().ifPresent(result -> handlerRun.giveBack(decoder.decode(raw), result));
      }
    }
    return outcome;
  }

  private Outcome passAndLeave(RawMessage raw, Run run) {
    try {
      return pass(raw, run);
    } finally {
      suspects.leave(run);
    }
  }

  /** The message goes back to the broker between two passes, or before the first. */
  public void handBack(RawMessage raw, Run run) {
    int attempt = run.reserved();
    if (attempt > 0) {
      reservations.handBack(decoder.decode(raw), attempt);
    }
    run.owedCall().ifPresent(this::owe);
  }

  /** Somebody else will settle the message; that its effect has happened must not get lost. */
  private void owe(Called called) {
    debts.add(called.key(), () -> effectCalls.records().keep(called));
  }

  private Outcome pass(RawMessage raw, Run run) {
    Message message;
    try {
      message = decoder.decode(raw);
    } catch (UndecodableMessageException undecodable) {
      Arrival arrival = Arrival.of(decoder.undecodable(raw), raw);
      return giveUp(arrival, run, Why.REJECTED, 0, undecodable);
    }
    faults.passed(Step.DECODED);
    Arrival arrival = Arrival.of(message, raw);
    try {
      if (run.isCautious() && run.reserved() == 0) {
        Optional<? extends Outcome> decided =
            jdbi.inTransaction(handle -> reservations.reserve(handle, arrival, run));
        if (decided.isPresent()) {
          return decided.get();
        }
        faults.passed(Step.ATTEMPT_RECORDED);
      }
    } catch (RuntimeException unwell) {
      return judge.undecided(run, unwell);
    }
    return attempt(arrival, run, Math.max(1, run.reserved()));
  }

  private Outcome attempt(Arrival arrival, Run run, int attempt) {
    run.begin(attempt);
    try {
      Optional<Outcome.Settled> settled = HandlersOwn.call(() -> makeEffect(arrival, run, attempt));
      if (settled.isPresent()) {
        return settled.get();
      }
      boolean applied =
          jdbi.inTransaction(handle -> takeTheShortCut(handle, arrival, run, attempt));
      return applied
          ? new Outcome.Applied(false)
          : jdbi.inTransaction(handle -> goTheLongWay(handle, arrival, run, attempt));
    } catch (LostLeaseException lost) {
      reservations.release(arrival, run, lost);
      handBack(arrival.raw(), run);
      return new Outcome.Nothing();
    } catch (Exception failure) {
      if (failure instanceof ClaimedEffectException) {
        run.forgetCall();
      }
      return judge
          .judge(run, attempt, failure)
          .decide(
              wait -> {
                reservations.release(arrival, run, failure);
                return new Outcome.TryAgain(wait.delay(), failure);
              },
              retry -> {
                reservations.fail(arrival, attempt, failure);
                return new Outcome.TryAgain(retry.delay(), failure);
              },
              stop -> giveUp(arrival, run, stop.why(), attempt, failure));
    }
  }

  /**
   * The first phase of a message with an effect outside the database: the claim is committed, and
   * the call is made without a transaction. Nothing to do when this run has made it before.
   *
   * @return the message's fate, where it is not in turn
   */
  private Optional<Outcome.Settled> makeEffect(Arrival arrival, Run run, int attempt)
      throws Exception {
    Message message = arrival.message().withAttempt(attempt);
    if (run.called().isPresent() || !effectCalls.areDueFor(message)) {
      return Optional.empty();
    }
    handlerRun.requireOwnGroup(message);
    AtomicReference<@Nullable Begun> begun = new AtomicReference<>();
    Optional<Outcome.Settled> settled =
        jdbi.inTransaction(
            handle -> {
              MessageGroup group = settlement.lock(handle, GroupKey.of(message));
              Optional<Outcome.Settled> fate = settlement.settleUnlessNext(handle, arrival, group);
              if (fate.isEmpty()) {
                run.requireOurs();
                begun.set(effectCalls.begin(handle, message));
              }
              return fate;
            });
    Begun claimed = begun.get();
    if (claimed != null) {
      run.call(effectCalls.make(message, claimed, handle -> requireNext(handle, arrival, run)));
    }
    return settled;
  }

  private void requireNext(Handle handle, Arrival arrival, Run run) {
    MessageGroup group = settlement.lock(handle, GroupKey.of(arrival.message()));
    if (settlement.settleUnlessNext(handle, arrival, group).isPresent()) {
      throw ClaimedEffectException.changed(); // Rolled back: the next pass settles it.
    }
    run.requireOurs();
  }

  private boolean takeTheShortCut(Handle handle, Arrival arrival, Run run, int attempt)
      throws Exception {
    if (!shortCut.enter(handle, arrival, attempt)) {
      handle.rollback();
      return false;
    }
    faults.passed(Step.INBOX_WRITTEN);
    handlerRun.handle(handle, arrival.message().withAttempt(attempt), run);
    return true;
  }

  private Outcome goTheLongWay(Handle handle, Arrival arrival, Run run, int attempt)
      throws Exception {
    MessageGroup group = settlement.lock(handle, GroupKey.of(arrival.message()));
    Optional<Outcome.Settled> settled = settlement.settleUnlessNext(handle, arrival, group);
    if (settled.isPresent()) {
      effectCalls.records().keep(handle, run); // It happened, whoever settles it.
      return settled.get();
    }
    boolean moreHeld = settlement.enter(handle, arrival, group, attempt);
    faults.passed(Step.INBOX_WRITTEN);
    handlerRun.handle(handle, arrival.message().withAttempt(attempt), run);
    return new Outcome.Applied(moreHeld);
  }

  private Outcome giveUp(Arrival arrival, Run run, Why why, int attempts, Exception failure) {
    try {
      return jdbi.inTransaction(
          handle -> {
            MessageGroup group = settlement.lock(handle, GroupKey.of(arrival.message()));
            effectCalls.records().keep(handle, run);
            return settlement
                .settleUnlessNext(handle, arrival, group)
                .orElseGet(
                    () ->
                        settlement.giveUp(
                            handle,
                            arrival,
                            group,
                            effectCalls
                                .records()
                                .reason(handle, EffectCalls.keyOf(arrival.message()), why),
                            attempts,
                            ErrorText.of(failure)));
          });
    } catch (RuntimeException unwell) {
      unwell.addSuppressed(failure);
      return judge.undecided(run, unwell);
    }
  }
}
