package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.ErrorText;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.message.UndecodableMessageException;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

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
  private final Attempts attemptCounts;
  private final Debts debts;
  private final Settlement settlement;
  private final Suspects suspects;
  private final Judge judge;
  private final ProcessListener listener;
  private final FaultPoints faults;
  private final String self;

  /**
   * @param self names this process, and no other before or after it
   */
  Processor(
      Jdbi jdbi,
      Decoder decoder,
      HandlerRun handlerRun,
      ShortCut shortCut,
      Attempts attemptCounts,
      Debts debts,
      Settlement settlement,
      Suspects suspects,
      Judge judge,
      ProcessListener listener,
      FaultPoints faults,
      String self) {
    this.jdbi = jdbi;
    this.decoder = decoder;
    this.handlerRun = handlerRun;
    this.shortCut = shortCut;
    this.attemptCounts = attemptCounts;
    this.debts = debts;
    this.settlement = settlement;
    this.suspects = suspects;
    this.judge = judge;
    this.listener = listener;
    this.faults = faults;
    this.self = self;
  }

  /** Makes one pass over a message; it comes to nothing when the message is not ours any more. */
  public Outcome process(RawMessage raw, Run run) {
    Outcome outcome = passAndLeave(raw, run);
    if (outcome instanceof Outcome.Settled settled) {
      faults.passed(Step.COMMITTED);
      judge.settled();
      listener.settled(raw, settled);
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
      Message message = decoder.decode(raw);
      debts.add(
          message.dedupKey(),
          () ->
              jdbi.useTransaction(handle -> attemptCounts.release(handle, message, attempt, self)));
    }
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
            jdbi.inTransaction(handle -> reserve(handle, arrival, run));
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

  /** Puts the attempt that is about to start on record, unless the message needs none. */
  private Optional<? extends Outcome> reserve(Handle handle, Arrival arrival, Run run) {
    MessageGroup group = settlement.lock(handle, GroupKey.of(arrival.message()));
    Optional<Outcome.Settled> settled = settlement.settleUnlessNext(handle, arrival, group);
    if (settled.isPresent()) {
      return settled;
    }
    Attempts.Known known = attemptCounts.known(handle, arrival.message());
    if (known.triedBy().is(self) && known.started() > run.used()) {
      // Its commit was in doubt, or it is still owed: nobody has used it.
      debts.forget(arrival.message().dedupKey());
      run.reserve(known.started());
      return Optional.empty();
    }
    if (known.triedBy().isAnotherThan(self)) {
      return Optional.of(Outcome.TryAgain.elsewhere());
    }
    int before = Math.max(known.started(), run.used());
    if (judge.isExhaustedAfter(before)) {
      String error = run.lastError().orElseGet(() -> unended(known));
      return Optional.of(settlement.giveUp(handle, arrival, group, Why.ATTEMPTS, before, error));
    }
    if (known.started() > run.used() && !suspects.admit(run)) {
      return Optional.of(suspects.later());
    }
    attemptCounts.start(handle, arrival.message(), before + 1, self);
    handle.afterCommit(() -> run.reserve(before + 1));
    return Optional.empty();
  }

  private static String unended(Attempts.Known known) {
    return "attempt "
        + known.started()
        + " did not end: the worker stopped or died in it"
        + known.lastError().map(error -> "\nbefore that: " + error).orElse("");
  }

  private Outcome attempt(Arrival arrival, Run run, int attempt) {
    try {
      boolean applied =
          jdbi.inTransaction(handle -> takeTheShortCut(handle, arrival, run, attempt));
      return applied
          ? new Outcome.Applied(false)
          : jdbi.inTransaction(handle -> goTheLongWay(handle, arrival, run, attempt));
    } catch (LostLeaseException lost) {
      release(arrival, run, lost);
      handBack(arrival.raw(), run);
      return new Outcome.Nothing();
    } catch (Exception failure) {
      return judge
          .judge(run, attempt, failure)
          .decide(
              wait -> {
                release(arrival, run, failure);
                return new Outcome.TryAgain(wait.delay(), failure);
              },
              retry -> {
                recordFailure(arrival, attempt, failure);
                return new Outcome.TryAgain(retry.delay(), failure);
              },
              stop -> giveUp(arrival, run, stop.why(), attempt, failure));
    }
  }

  private boolean takeTheShortCut(Handle handle, Arrival arrival, Run run, int attempt)
      throws Exception {
    if (!shortCut.enter(handle, arrival, attempt)) {
      handle.rollback();
      return false;
    }
    faults.passed(Step.INBOX_WRITTEN);
    run.requireOurs();
    handlerRun.handle(handle, arrival.message().withAttempt(attempt), run.reserved() > 0);
    return true;
  }

  private Outcome goTheLongWay(Handle handle, Arrival arrival, Run run, int attempt)
      throws Exception {
    MessageGroup group = settlement.lock(handle, GroupKey.of(arrival.message()));
    Optional<Outcome.Settled> settled = settlement.settleUnlessNext(handle, arrival, group);
    if (settled.isPresent()) {
      return settled.get();
    }
    boolean moreHeld = settlement.enter(handle, arrival, group, attempt);
    faults.passed(Step.INBOX_WRITTEN);
    run.requireOurs();
    handlerRun.handle(handle, arrival.message().withAttempt(attempt), run.reserved() > 0);
    return new Outcome.Applied(moreHeld);
  }

  /** An attempt that did not count is taken off the record, so that no restart counts it. */
  private void release(Arrival arrival, Run run, Exception failure) {
    if (run.reserved() == 0) {
      return;
    }
    try {
      jdbi.useTransaction(
          handle -> attemptCounts.release(handle, arrival.message(), run.reserved(), self));
      run.release();
    } catch (RuntimeException unwell) {
      failure.addSuppressed(unwell); // The run keeps the attempt, and uses it the next time.
    }
  }

  private void recordFailure(Arrival arrival, int attempt, Exception failure) {
    try {
      jdbi.useTransaction(
          handle -> attemptCounts.fail(handle, arrival.message(), attempt, ErrorText.of(failure)));
    } catch (RuntimeException unrecorded) {
      // The run remembers the attempt, and the next pass records it with its own number.
      failure.addSuppressed(unrecorded);
    }
  }

  private Outcome giveUp(Arrival arrival, Run run, Why why, int attempts, Exception failure) {
    try {
      return jdbi.inTransaction(
          handle -> {
            MessageGroup group = settlement.lock(handle, GroupKey.of(arrival.message()));
            return settlement
                .settleUnlessNext(handle, arrival, group)
                .orElseGet(
                    () ->
                        settlement.giveUp(
                            handle, arrival, group, why, attempts, ErrorText.of(failure)));
          });
    } catch (RuntimeException unwell) {
      unwell.addSuppressed(failure);
      return judge.undecided(run, unwell);
    }
  }
}
