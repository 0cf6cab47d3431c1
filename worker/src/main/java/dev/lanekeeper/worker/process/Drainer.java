package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldOverview;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.message.ErrorText;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;

/**
 * Processes the held messages of groups that may move, one at a time, with the retries and the
 * policy that delivered messages have. Thread-safe.
 */
public final class Drainer {
  private static final Set<GroupState> MOVING = EnumSet.of(GroupState.OPEN, GroupState.WAITING);

  private final Jdbi jdbi;
  private final String consumerGroup;
  private final HeldOverview overview = new HeldOverview();
  private final HeldPass pass;
  private final EffectCalls effectCalls;
  private final Judge judge;
  private final Suspects suspects;
  private final Debts debts;
  private final TracedPass traced;
  private final FaultPoints faults;

  Drainer(
      Jdbi jdbi,
      String consumerGroup,
      HeldPass pass,
      EffectCalls effectCalls,
      Judge judge,
      Suspects suspects,
      Debts debts,
      TracedPass traced,
      FaultPoints faults) {
    this.jdbi = jdbi;
    this.consumerGroup = consumerGroup;
    this.pass = pass;
    this.effectCalls = effectCalls;
    this.judge = judge;
    this.suspects = suspects;
    this.debts = debts;
    this.traced = traced;
    this.faults = faults;
  }

  /** The groups that have a held message in turn. */
  public List<GroupKey> groupsToDrain() {
    return jdbi.withHandle(handle -> overview.groupsToDrain(handle, consumerGroup));
  }

  /**
   * Makes one pass over the held message of a group that is in turn.
   *
   * @param run what is remembered of that message; a fresh one after a message was settled
   */
  public Outcome drainNext(GroupKey key, Run run) {
    try {
      Optional<HeldRow> next = pass.next(key, MOVING);
      return next.isPresent() ? drain(key, next.get(), run) : new Outcome.Nothing();
    } catch (RuntimeException unwell) {
      return judge.undecided(run, unwell);
    } finally {
      suspects.leave(run);
    }
  }

  /** Nobody works on the held message any more, for the time being. */
  public void handBack(GroupKey key, Run run) {
    run.held().ifPresent(tried -> debts.add(key, () -> pass.release(key, tried)));
    run.owedCall()
        .ifPresent(called -> debts.add(called.key(), () -> effectCalls.records().keep(called)));
  }

  private Outcome drain(GroupKey key, HeldRow row, Run run) {
    int before = row.message().attempts();
    if (run.held().isEmpty() && pass.isTriedHere(row) && before > run.used()) {
      debts.forget(key);
      run.reserve(row); // Its commit was in doubt, or it is still owed: nobody has used it.
    }
    if (run.held().isEmpty()) {
      if (pass.isTriedElsewhere(row)) {
        return Outcome.TryAgain.elsewhere();
      }
      if (before > run.used()) {
        effectCalls.records().requireUnclaimed(key, row);
      }
      if (judge.isExhaustedAfter(before)) {
        String unended = "attempt " + before + " did not end: the worker stopped or died in it";
        String error = run.lastError().or(row.message()::lastError).orElse(unended);
        return pass.giveUp(key, row, run, Why.ATTEMPTS, error, MOVING);
      }
      if (before > run.used() && !suspects.admit(run)) {
        return suspects.later();
      }
      Optional<HeldRow> reserved = pass.reserve(key, row, run.lastError(), MOVING);
      if (reserved.isEmpty()) {
        return new Outcome.Nothing();
      }
      faults.passed(Step.ATTEMPT_RECORDED);
      run.reserve(reserved.get());
    }
    HeldRow tried = run.held().orElseThrow();
    try {
      Outcome outcome =
          traced.of(
              tried.message().raw(),
              () -> tried.message().attempts(),
              () -> pass.apply(key, tried, run, MOVING));
      faults.passed(Step.DRAINED);
      return outcome;
    } catch (Exception failure) {
      if (failure instanceof ClaimedEffectException) {
        run.forgetCall();
      }
      return judge
          .judge(run, tried.message().attempts(), failure)
          .decide(
              wait -> {
                release(key, tried, run, failure);
                return new Outcome.TryAgain(wait.delay(), failure);
              },
              retry -> {
                recordFailure(key, tried, failure);
                return new Outcome.TryAgain(retry.delay(), failure);
              },
              stop -> pass.giveUp(key, tried, run, stop.why(), ErrorText.of(failure), MOVING));
    }
  }

  private void recordFailure(GroupKey key, HeldRow tried, Exception failure) {
    try {
      pass.fail(key, tried, ErrorText.of(failure));
    } catch (RuntimeException unrecorded) {
      failure.addSuppressed(unrecorded); // The run remembers it, and the next one is put on record.
    }
  }

  private void release(GroupKey key, HeldRow tried, Run run, Exception failure) {
    try {
      pass.release(key, tried);
      run.release();
    } catch (RuntimeException unwell) {
      failure.addSuppressed(unwell); // The run keeps the attempt, and uses it the next time.
    }
  }
}
