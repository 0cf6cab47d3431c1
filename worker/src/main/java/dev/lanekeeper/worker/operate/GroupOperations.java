package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessage;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.HeldStatus;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.Inbox;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Changes groups by hand. Each change is one transaction under the lock on the group's row, with
 * its record, so it is safe beside workers and beside other operators. Thread-safe.
 */
public final class GroupOperations {
  private static final long MAX_SKIPPED_GAP = 10_000;

  private final Jdbi jdbi;
  private final Inbox inbox = new Inbox();
  private final MessageGroups groups = new MessageGroups();
  private final HeldMessages heldMessages = new HeldMessages();
  private final OperatorActions actions = new OperatorActions();
  private final HeadEffect headEffect = new HeadEffect();

  public GroupOperations(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Holds whatever arrives for the group from now on. A group that was never seen can be paused
   * too.
   *
   * @throws NotPossibleException when the group is parked or has ended
   */
  public void pause(GroupKey key, Operator operator) {
    jdbi.useTransaction(
        handle -> {
          MessageGroup group = groups.lock(handle, key);
          require(
              group.state() == GroupState.OPEN || group.state() == GroupState.WAITING,
              key
                  + " is "
                  + group.state().label()
                  + "; only an open or waiting group can be paused");
          change(handle, key, group, GroupState.PAUSED, operator);
          actions.record(handle, key, Action.PAUSE, operator, group.heldCount());
        });
  }

  /**
   * Lets a paused group go on: what is held is processed by the workers, in order and first.
   *
   * @throws NotPossibleException when the group is not paused
   */
  public void resume(GroupKey key, Operator operator) {
    jdbi.useTransaction(
        handle -> {
          MessageGroup group = lockKnown(handle, key);
          require(
              group.state() == GroupState.PAUSED,
              key + " is " + group.state().label() + ", not paused");
          change(handle, key, group, moving(group.heldCount()), operator);
          actions.record(handle, key, Action.RESUME, operator, group.heldCount());
        });
  }

  /**
   * Takes messages for a group that has ended again.
   *
   * @throws NotPossibleException when the group has not ended
   */
  public void reopen(GroupKey key, Operator operator) {
    jdbi.useTransaction(
        handle -> {
          MessageGroup group = lockKnown(handle, key);
          require(
              group.state() == GroupState.ENDED,
              key + " is " + group.state().label() + ", not ended");
          change(handle, key, group, moving(group.heldCount()), operator);
          actions.record(handle, key, Action.REOPEN, operator, 0);
        });
  }

  /**
   * Lets a parked group go on without its head, which becomes a dead letter; or without the
   * messages that are missing, when it waits for some. The workers process what is held behind.
   *
   * @return what was skipped, in words
   * @throws NotPossibleException when the group is not parked, or its head is being called for
   */
  public String skipHead(GroupKey key, Operator operator) {
    return jdbi.inTransaction(
        handle -> {
          MessageGroup group = lockKnown(handle, key);
          boolean gap = group.reason().equals(Optional.of(Why.GAP.label()));
          HeldRow head = parkedHead(handle, key, group);
          return gap
              ? skipGap(handle, key, group, head, operator)
              : skip(handle, key, group, head, operator);
        });
  }

  private String skipGap(
      Handle handle, GroupKey key, MessageGroup group, HeldRow first, Operator operator) {
    long from = group.lastSequence() + 1;
    long to = first.message().sequence().orElse(from) - 1;
    require(
        to - from < MAX_SKIPPED_GAP,
        "%d sequences are missing from %s; not more than %d can be skipped at once"
            .formatted(to - from + 1, key, MAX_SKIPPED_GAP));
    for (long sequence = from; sequence <= to; sequence++) {
      inbox.skipGap(handle, key, sequence);
    }
    groups.advance(handle, key, Math.max(group.lastSequence(), to));
    change(handle, key, group, GroupState.WAITING, operator);
    actions.record(handle, key, Action.SKIP_HEAD, operator, 0);
    return to < from
        ? "the gap is closed by now; what is held goes on"
        : "skipped the missing sequences " + from + " to " + to;
  }

  private String skip(
      Handle handle, GroupKey key, MessageGroup group, HeldRow head, Operator operator) {
    headEffect.requireUnclaimed(handle, key, head);
    HeldMessage message = head.message();
    heldMessages.change(
        handle,
        key,
        head.position(),
        HeldStatus.DEAD,
        message.why(),
        message.attempts(),
        message.lastError());
    actions.record(handle, key, Action.SKIP_HEAD, operator, 1);
    String skipped = "the head " + message.dedupKey() + " is a dead letter now";
    // A misrouted or contradicting message has no place in this group: its sequence is not passed.
    boolean ofThisGroup = message.why() != Why.MISROUTED && message.why() != Why.CONFLICT;
    if (ofThisGroup) {
      inbox.settleDead(handle, key, head.position(), Fate.DEAD_LETTERED);
      groups.advance(handle, key, Math.max(group.lastSequence(), message.sequence().orElse(0)));
    }
    if (ofThisGroup && message.isLast()) {
      heldMessages
          .refuse(handle, key, OptionalLong.empty())
          .forEach(position -> inbox.settleDead(handle, key, position, Fate.REJECTED));
      groups.change(handle, key, GroupState.ENDED, 0, Optional.empty(), operator.author());
      return skipped + "; it was the last of its sequence, so the group has ended";
    }
    int left = group.heldCount() - 1;
    groups.change(handle, key, moving(left), left, Optional.empty(), operator.author());
    return skipped;
  }

  /**
   * Gives the head of a parked group another payload, under the same dedup key. The original stays,
   * as a dead letter that says so.
   *
   * @throws NotPossibleException when the group is not parked, or parked for a conflict or a gap,
   *     or the effect of its head outside the database happened, or may have
   */
  public void replaceHead(GroupKey key, Payload payload, Operator operator) {
    jdbi.useTransaction(
        handle -> {
          MessageGroup group = lockKnown(handle, key);
          HeldRow head = parkedHead(handle, key, group);
          require(
              !group.reason().equals(Optional.of(Why.GAP.label())),
              key
                  + " waits for a missing message, so it has no head to replace; send the message,"
                  + " or skip the gap with skip-head");
          require(
              head.message().why() != Why.CONFLICT,
              key
                  + " is parked because two messages contradict each other; the other one was"
                  + " applied. Take this one out with skip-head, and send the correction as a new"
                  + " message");
          headEffect.requireReplaceable(handle, key, head);
          heldMessages.add(handle, key, HeldStatus.DEAD, head.message().as(Why.REPLACED));
          heldMessages.replaceBody(
              handle, key, head.position(), payload.body(), payload.fingerprint(head.message()));
          actions.record(handle, key, Action.REPLACE_HEAD, operator, 1);
        });
  }

  private HeldRow parkedHead(Handle handle, GroupKey key, MessageGroup group) {
    require(
        group.state() == GroupState.PARKED,
        key + " is " + group.state().label() + ", not parked; it has no head to act on");
    return heldMessages
        .head(handle, key, group.reason().orElse(""))
        .orElseThrow(() -> new NotPossibleException(key + " holds no message; redrive opens it"));
  }

  private MessageGroup lockKnown(Handle handle, GroupKey key) {
    require(
        groups.read(handle, key).isPresent(),
        key + " was never seen by consumer group " + key.consumerGroup());
    return groups.lock(handle, key);
  }

  private void change(
      Handle handle, GroupKey key, MessageGroup group, GroupState state, Operator operator) {
    groups.change(
        handle,
        key,
        state,
        group.heldCount(),
        state == GroupState.PAUSED ? Optional.of("operator") : Optional.empty(),
        operator.author());
  }

  private static GroupState moving(int held) {
    return held > 0 ? GroupState.WAITING : GroupState.OPEN;
  }

  private static void require(boolean holds, String explanation) {
    if (!holds) {
      throw new NotPossibleException(explanation);
    }
  }
}
