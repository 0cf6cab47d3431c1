package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.HeldStatus;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.message.ErrorText;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Jdbi;

/**
 * Processes the held messages of a parked group in order, after the cause is mended. The group
 * stays parked until its last held message is applied, so whatever arrives meanwhile queues up
 * behind, and the transaction that applies the last one opens the group: there is no moment at
 * which a new message could overtake. Each message gets one attempt. Thread-safe, and safe beside
 * workers.
 */
public final class Redrive {
  private static final Set<GroupState> PARKED = EnumSet.of(GroupState.PARKED);

  private final Jdbi jdbi;
  private final MessageGroups groups;
  private final HeldMessages heldMessages;
  private final HeldPass pass;
  private final EffectCalls effectCalls;
  private final Judge judge;
  private final FaultPoints faults;

  Redrive(
      Jdbi jdbi,
      MessageGroups groups,
      HeldMessages heldMessages,
      HeldPass pass,
      EffectCalls effectCalls,
      Judge judge,
      FaultPoints faults) {
    this.jdbi = jdbi;
    this.groups = groups;
    this.heldMessages = heldMessages;
    this.pass = pass;
    this.effectCalls = effectCalls;
    this.judge = judge;
    this.faults = faults;
  }

  /**
   * Processes the next held message of a parked group.
   *
   * @param author who redrives, for the record
   * @return settled as applied or duplicate; parked again, with the new reason; nothing when the
   *     group is not parked, or not any more; or try again, when the environment is unwell
   */
  public Outcome next(GroupKey key, String author) {
    Run run = new Run(true);
    Optional<HeldRow> next = pass.next(key, PARKED);
    if (next.isEmpty()) {
      unpark(key, author);
      return new Outcome.Nothing();
    }
    if (pass.isTriedElsewhere(next.get())) {
      return Outcome.TryAgain.elsewhere();
    }
    try {
      effectCalls.records().requireUnclaimed(key, next.get());
    } catch (ClaimedEffectException claimed) {
      return new Outcome.TryAgain(claimed.delay().orElseThrow(), claimed);
    }
    Optional<HeldRow> reserved = pass.reserve(key, next.get(), Optional.empty(), PARKED);
    if (reserved.isEmpty()) {
      return new Outcome.Nothing();
    }
    HeldRow tried = reserved.get();
    run.reserve(tried);
    try {
      Outcome outcome = pass.apply(key, tried, run, PARKED);
      faults.passed(Step.REDRIVEN);
      return outcome;
    } catch (Exception failure) {
      effectCalls.records().keep(run, failure);
      return judge
          .judgeOnce(run, failure)
          .decide(
              wait -> {
                pass.release(key, tried);
                return new Outcome.TryAgain(wait.delay(), failure);
              },
              retry -> new Outcome.TryAgain(retry.delay(), failure),
              stop -> stayParked(key, tried, stop, failure));
    }
  }

  /** Nothing is in turn: what is still held waits for its predecessors, like any early message. */
  private void unpark(GroupKey key, String author) {
    jdbi.useTransaction(
        handle -> {
          MessageGroup group = groups.lock(handle, key);
          if (group.state() == GroupState.PARKED
              && heldMessages.next(handle, key, group.lastSequence()).isEmpty()) {
            GroupState state = group.heldCount() > 0 ? GroupState.WAITING : GroupState.OPEN;
            groups.change(handle, key, state, group.heldCount(), Optional.empty(), author);
          }
        });
  }

  private Outcome stayParked(GroupKey key, HeldRow tried, Verdict.Stop stop, Exception failure) {
    return jdbi.inTransaction(
        handle -> {
          MessageGroup group = groups.lock(handle, key);
          if (pass.stillNext(handle, key, tried, PARKED).isEmpty()) {
            return new Outcome.Nothing();
          }
          EffectKey effect =
              new EffectKey(key.consumerGroup(), tried.message().dedupKey(), EffectKey.CALL);
          Why why = effectCalls.records().reason(handle, effect, stop.why());
          Optional<String> error = Optional.of(ErrorText.of(failure));
          heldMessages.change(
              handle,
              key,
              tried.position(),
              HeldStatus.HELD,
              why,
              tried.message().attempts(),
              error);
          groups.change(
              handle,
              key,
              GroupState.PARKED,
              group.heldCount(),
              Optional.of(why.label()),
              GroupChanges.WORKER);
          return new Outcome.Parked(Fate.HELD, why);
        });
  }
}
