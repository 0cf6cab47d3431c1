package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.message.ErrorText;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The attempts of delivered messages on record: put there before they start where a message is in
 * doubt, counted when they fail, and taken back when their failure says nothing about the message.
 * Thread-safe.
 */
final class Reservations {
  private final Jdbi jdbi;
  private final Attempts attemptCounts;
  private final EffectCalls effectCalls;
  private final Debts debts;
  private final Settlement settlement;
  private final Suspects suspects;
  private final Judge judge;
  private final String self;

  /**
   * @param self names this process, and no other before or after it
   */
  Reservations(
      Jdbi jdbi,
      Attempts attemptCounts,
      EffectCalls effectCalls,
      Debts debts,
      Settlement settlement,
      Suspects suspects,
      Judge judge,
      String self) {
    this.jdbi = jdbi;
    this.attemptCounts = attemptCounts;
    this.effectCalls = effectCalls;
    this.debts = debts;
    this.settlement = settlement;
    this.suspects = suspects;
    this.judge = judge;
    this.self = self;
  }

  /** Puts the attempt that is about to start on record, unless the message needs none. */
  Optional<? extends Outcome> reserve(Handle handle, Arrival arrival, Run run) {
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
    if (known.started() > run.used()) {
      effectCalls.records().requireUnclaimed(handle, EffectCalls.keyOf(arrival.message()));
    }
    int before = Math.max(known.started(), run.used());
    if (judge.isExhaustedAfter(before)) {
      run.begin(before);
      String error = run.lastError().orElseGet(() -> unended(known));
      Why why =
          effectCalls.records().reason(handle, EffectCalls.keyOf(arrival.message()), Why.ATTEMPTS);
      return Optional.of(settlement.giveUp(handle, arrival, group, why, before, error));
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

  /** An attempt that did not count is taken off the record, so that no restart counts it. */
  void release(Arrival arrival, Run run, Exception failure) {
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

  /** An attempt counts, and has failed. */
  void fail(Arrival arrival, int attempt, Exception failure) {
    try {
      jdbi.useTransaction(
          handle -> attemptCounts.fail(handle, arrival.message(), attempt, ErrorText.of(failure)));
    } catch (RuntimeException unrecorded) {
      // The run remembers the attempt, and the next pass records it with its own number.
      failure.addSuppressed(unrecorded);
    }
  }

  /** Nobody works on the message any more, for the time being: its attempt was not used up. */
  void handBack(Message message, int attempt) {
    debts.add(
        message.dedupKey(),
        () -> jdbi.useTransaction(handle -> attemptCounts.release(handle, message, attempt, self)));
  }
}
