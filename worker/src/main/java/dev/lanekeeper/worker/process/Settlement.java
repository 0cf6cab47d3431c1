package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
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
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.inbox.Inbox;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The long way of a message through the database: with the group's row locked, looks up what is on
 * record and settles whatever needs no handler. Stateless and thread-safe.
 */
final class Settlement {
  private final Inbox inbox;
  private final Attempts attemptCounts;
  private final GroupChanges groups;
  private final Records records;
  private final Keep keep;
  private final Passage passage;
  private final GiveUp giveUp;
  private final Skip refusal;
  private final FirstSequence firstSequence;
  private final int maxHeld;
  private final ProcessListener listener;
  private final FaultPoints faults;

  Settlement(
      Inbox inbox,
      Attempts attemptCounts,
      GroupChanges groups,
      Records records,
      Keep keep,
      Passage passage,
      GiveUp giveUp,
      Skip refusal,
      FirstSequence firstSequence,
      int maxHeld,
      ProcessListener listener,
      FaultPoints faults) {
    this.inbox = inbox;
    this.attemptCounts = attemptCounts;
    this.groups = groups;
    this.records = records;
    this.keep = keep;
    this.passage = passage;
    this.giveUp = giveUp;
    this.refusal = refusal;
    this.firstSequence = firstSequence;
    this.maxHeld = maxHeld;
    this.listener = listener;
    this.faults = faults;
  }

  /**
   * Finds out whether a held message contradicts, or repeats, one that was settled meanwhile; empty
   * when it is new.
   */
  Optional<Turn.Known> settledBefore(Handle handle, Arrival arrival, MessageGroup group) {
    return records.settled(handle, arrival.message(), group);
  }

  /** A held message repeats one that was settled: it goes, and its group moves on. */
  Outcome.Settled drop(Handle handle, Arrival arrival, MessageGroup group, Turn.Known known) {
    return new Outcome.Duplicate(known.result(), passage.pass(handle, arrival, group));
  }

  MessageGroup lock(Handle handle, GroupKey key) {
    MessageGroup group = groups.lock(handle, key);
    faults.passed(Step.GROUP_LOCKED);
    return group;
  }

  /**
   * Settles a delivered message that is not next; empty when it is, and nothing has been written.
   *
   * @param group the group's row, locked
   */
  Optional<Outcome.Settled> settleUnlessNext(Handle handle, Arrival arrival, MessageGroup group) {
    Message message = arrival.message();
    MessageGroup begun = begin(handle, message, group);
    Turn turn = Turn.of(arrival, begun, records.about(handle, message, begun));
    return turn.choose(new Answer(handle, arrival, begun));
  }

  /** A group that may begin anywhere begins with the first sequence that is seen of it. */
  private MessageGroup begin(Handle handle, Message message, MessageGroup group) {
    long sequence = message.sequence().orElse(1);
    boolean begins =
        firstSequence == FirstSequence.ANY
            && group.lastSequence() == 0
            && group.heldCount() == 0
            && sequence > 1;
    if (!begins) {
      return group;
    }
    groups.advance(handle, GroupKey.of(message), sequence - 1);
    return new MessageGroup(group.state(), sequence - 1, 0, group.reason());
  }

  /**
   * Enters a message that is next as applied; its handler may run in this transaction.
   *
   * @return whether held messages are left behind it
   */
  boolean enter(Handle handle, Arrival arrival, MessageGroup group, int attempt) {
    inbox.settle(handle, arrival, Fate.APPLIED, attempt);
    return passage.pass(handle, arrival, group);
  }

  /** Settles a message that is next without its effect. */
  Outcome.Settled giveUp(
      Handle handle, Arrival arrival, MessageGroup group, Why why, int attempts, String error) {
    return giveUp.settle(handle, arrival, group, why, attempts, error);
  }

  private Outcome.Held hold(Handle handle, Arrival arrival, MessageGroup group, Why why) {
    GroupKey key = GroupKey.of(arrival.message());
    if (group.heldCount() >= maxHeld) {
      listener.groupFull(key);
      throw new GroupFullException(key, group.heldCount());
    }
    int attempts = attemptCounts.known(handle, arrival.message()).started();
    keep.keep(handle, arrival, HeldStatus.HELD, why, attempts, Optional.empty());
    boolean opensGap = group.state() == GroupState.OPEN;
    groups.change(
        handle,
        key,
        group,
        opensGap ? GroupState.WAITING : group.state(),
        group.heldCount() + 1,
        Optional.empty(),
        GroupChanges.WORKER);
    handle.afterCommit(() -> faults.passed(Step.HELD));
    return new Outcome.Held(why);
  }

  /** What is done in the database for each case. */
  private final class Answer implements Turn.Cases<Optional<Outcome.Settled>> {
    private final Handle handle;
    private final Arrival arrival;
    private final MessageGroup group;

    Answer(Handle handle, Arrival arrival, MessageGroup group) {
      this.handle = handle;
      this.arrival = arrival;
      this.group = group;
    }

    @Override
    public Optional<Outcome.Settled> next(Turn.Next next) {
      return Optional.empty();
    }

    @Override
    public Optional<Outcome.Settled> repeated(Turn.Repeated repeated) {
      return Optional.of(new Outcome.Duplicate(repeated.result()));
    }

    @Override
    public Optional<Outcome.Settled> contradicted(Turn.Contradicted contradicted) {
      String error = contradicted.explanation();
      return Optional.of(giveUp.contradict(handle, arrival, group, error));
    }

    @Override
    public Optional<Outcome.Settled> notYet(Turn.NotYet notYet) {
      return Optional.of(hold(handle, arrival, group, notYet.why()));
    }

    @Override
    public Optional<Outcome.Settled> tooLate(Turn.TooLate tooLate) {
      String error =
          tooLate.why() == Why.ENDED
              ? "the message group had ended before"
              : "an operator let the message group go on without it";
      return Optional.of(refusal.settle(handle, arrival, group, tooLate.why(), 0, error));
    }
  }
}
