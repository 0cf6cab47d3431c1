package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.HeldStatus;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.Inbox;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * RocketMQ's own semantics, made visible: the message becomes a dead letter, with its raw bytes,
 * and its group moves on without it. Stateless and thread-safe.
 */
final class Skip implements GiveUp {
  private final Inbox inbox;
  private final Attempts attemptCounts;
  private final GroupChanges groups;
  private final Keep keep;
  private final Passage passage;

  Skip(Inbox inbox, Attempts attemptCounts, GroupChanges groups, Keep keep, Passage passage) {
    this.inbox = inbox;
    this.attemptCounts = attemptCounts;
    this.groups = groups;
    this.keep = keep;
    this.passage = passage;
  }

  @Override
  public Outcome.Settled settle(
      Handle handle, Arrival arrival, MessageGroup group, Why why, int attempts, String error) {
    keep.keep(handle, arrival, HeldStatus.DEAD, why, attempts, Optional.of(error));
    return switch (why) {
      case CONFLICT -> {
        if (inbox
            .find(handle, arrival.message().consumerGroup(), arrival.message().dedupKey())
            .isPresent()) {
          leave(handle, arrival, group); // The record of the one that was settled stays.
          yield new Outcome.GivenUp(Fate.CONFLICT, why, group.heldCount() > 0);
        }
        yield passed(handle, arrival, group, Fate.CONFLICT, why, attempts);
      }
      // Its place is in another group: this one's sequence is untouched, and its key stays free.
      case MISROUTED -> {
        leave(handle, arrival, group);
        yield new Outcome.GivenUp(Fate.REJECTED, why, group.heldCount() > 0);
      }
      case ENDED, GAP -> {
        inbox.settle(handle, arrival, Fate.REJECTED, attempts);
        leave(handle, arrival, group);
        yield new Outcome.GivenUp(Fate.REJECTED, why, false);
      }
      case ATTEMPTS, UNKNOWN_EFFECT ->
          passed(handle, arrival, group, Fate.DEAD_LETTERED, why, attempts);
      case REJECTED, EARLY, BEHIND, REPLACED ->
          passed(handle, arrival, group, Fate.REJECTED, why, attempts);
    };
  }

  @Override
  public Outcome.Settled contradict(
      Handle handle, Arrival arrival, MessageGroup group, String explanation) {
    keep.keep(handle, arrival, HeldStatus.DEAD, Why.CONFLICT, 0, Optional.of(explanation));
    return new Outcome.GivenUp(Fate.CONFLICT, Why.CONFLICT, false);
  }

  private Outcome.GivenUp passed(
      Handle handle, Arrival arrival, MessageGroup group, Fate fate, Why why, int attempts) {
    inbox.settle(handle, arrival, fate, attempts);
    attemptCounts.forget(handle, arrival.message());
    return new Outcome.GivenUp(fate, why, passage.pass(handle, arrival, group));
  }

  private void leave(Handle handle, Arrival arrival, MessageGroup group) {
    groups.change(
        handle,
        GroupKey.of(arrival.message()),
        group,
        group.state(),
        group.heldCount() - arrival.heldBefore(),
        Optional.empty(),
        GroupChanges.WORKER);
  }
}
