package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldStatus;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.inbox.Fate;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The order-keeping policy: the message is held with its raw bytes, its group is parked, and what
 * comes behind it is held too, so the broker's queue is free for other groups (design.md, G2 and
 * G4). Nothing is skipped until an operator says so. Thread-safe.
 */
final class Park implements GiveUp {
  private final GroupChanges groups;
  private final Keep keep;
  private final Attempts attemptCounts;
  private final Skip refusal;
  private final FaultPoints faults;

  /**
   * @param refusal settles what comes for a group that has ended, and must not open it again
   */
  Park(GroupChanges groups, Keep keep, Attempts attemptCounts, Skip refusal, FaultPoints faults) {
    this.groups = groups;
    this.keep = keep;
    this.attemptCounts = attemptCounts;
    this.refusal = refusal;
    this.faults = faults;
  }

  @Override
  public Outcome.Settled settle(
      Handle handle, Arrival arrival, MessageGroup group, Why why, int attempts, String error) {
    if (group.state() == GroupState.ENDED) {
      return refusal.settle(handle, arrival, group, why, attempts, error);
    }
    keep.keep(handle, arrival, HeldStatus.HELD, why, attempts, Optional.of(error));
    attemptCounts.forget(handle, arrival.message());
    boolean moves = group.state() == GroupState.OPEN || group.state() == GroupState.WAITING;
    groups.change(
        handle,
        GroupKey.of(arrival.message()),
        group,
        moves ? GroupState.PARKED : group.state(),
        group.heldCount() + 1 - arrival.heldBefore(),
        Optional.of(why.label()),
        GroupChanges.WORKER);
    handle.afterCommit(() -> faults.passed(Step.PARKED));
    return new Outcome.Parked(fate(why), why);
  }

  @Override
  public Outcome.Settled contradict(
      Handle handle, Arrival arrival, MessageGroup group, String explanation) {
    return group.state() == GroupState.ENDED
        ? refusal.contradict(handle, arrival, group, explanation)
        : settle(handle, arrival, group, Why.CONFLICT, 0, explanation);
  }

  private static Fate fate(Why why) {
    return switch (why) {
      case CONFLICT -> Fate.CONFLICT;
      case REJECTED, MISROUTED -> Fate.REJECTED;
      case ATTEMPTS, EARLY, BEHIND, ENDED, GAP, REPLACED, UNKNOWN_EFFECT -> Fate.HELD;
    };
  }
}
