package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.HeldStatus;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.group.Why;
import java.util.Optional;
import java.util.OptionalLong;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Changes groups by hand. Each change is one transaction under the lock on the group's row, with
 * its record, so it is safe beside workers and beside other operators. Thread-safe.
 */
public final class GroupOperations {
  private final Jdbi jdbi;
  private final MessageGroups groups = new MessageGroups();
  private final HeldMessages heldMessages = new HeldMessages();
  private final OperatorActions actions = new OperatorActions();

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
   * @throws NotPossibleException when the group is not parked
   */
  public String skipHead(GroupKey key, Operator operator) {
    return jdbi.inTransaction(
        handle -> {
          MessageGroup group = lockKnown(handle, key);
          HeldRow head = parkedHead(handle, key, group);
          long sequence = head.message().sequence().orElse(0);
          boolean gap = sequence > group.lastSequence() + 1;
          if (gap) {
            groups.advance(handle, key, sequence - 1);
            change(handle, key, group, GroupState.WAITING, operator);
            actions.record(handle, key, Action.SKIP_HEAD, operator, 0);
            return "skipped the missing sequences "
                + (group.lastSequence() + 1)
                + " to "
                + (sequence - 1);
          }
          heldMessages.change(
              handle,
              key,
              head.position(),
              HeldStatus.DEAD,
              head.message().why(),
              head.message().attempts(),
              head.message().lastError());
          groups.advance(handle, key, Math.max(group.lastSequence(), sequence));
          actions.record(handle, key, Action.SKIP_HEAD, operator, 1);
          String skipped = "the head " + head.message().dedupKey() + " is a dead letter now";
          if (head.message().isLast()) {
            heldMessages.refuse(handle, key, OptionalLong.empty());
            groups.change(handle, key, GroupState.ENDED, 0, Optional.empty(), operator.author());
            return skipped + "; it was the last of its sequence, so the group has ended";
          }
          int left = group.heldCount() - 1;
          groups.change(handle, key, moving(left), left, Optional.empty(), operator.author());
          actions.record(handle, key, Action.SKIP_HEAD, operator, 1);
          return "the head " + head.message().dedupKey() + " is a dead letter now";
        });
  }

  /**
   * Gives the head of a parked group another payload, under the same dedup key. The original stays,
   * as a dead letter that says so.
   *
   * @throws NotPossibleException when the group is not parked, or parked for a conflict or a gap
   */
  public void replaceHead(GroupKey key, Payload payload, Operator operator) {
    jdbi.useTransaction(
        handle -> {
          MessageGroup group = lockKnown(handle, key);
          HeldRow head = parkedHead(handle, key, group);
          require(
              head.message().sequence().orElse(0) <= group.lastSequence() + 1,
              key
                  + " waits for a missing message, so it has no head to replace; send the message,"
                  + " or skip the gap with skip-head");
          require(
              head.message().why() != Why.CONFLICT,
              key
                  + " is parked because two messages contradict each other; the other one was"
                  + " applied. Take this one out with skip-head, and send the correction as a new"
                  + " message");
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
        .head(handle, key)
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
