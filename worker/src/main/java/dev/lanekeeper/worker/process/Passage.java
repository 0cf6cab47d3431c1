package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.Inbox;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Moves a group past a message that is settled, whether it was applied or not. Thread-safe. */
public final class Passage {
  private final GroupChanges groups;
  private final HeldMessages heldMessages;
  private final Inbox inbox;

  public Passage(GroupChanges groups, HeldMessages heldMessages, Inbox inbox) {
    this.groups = groups;
    this.heldMessages = heldMessages;
    this.inbox = inbox;
  }

  /**
   * Advances the high-water mark, and opens, keeps waiting or ends the group. A parked group stays
   * parked while messages are held: its redrive goes on, or stops, with the next of them.
   *
   * @param group the group's row as it was before the message, locked
   * @return whether held messages are left
   */
  boolean pass(Handle handle, Arrival arrival, MessageGroup group) {
    Message message = arrival.message();
    GroupKey key = GroupKey.of(message);
    if (message.sequence().isPresent()) {
      groups.advance(handle, key, Math.max(group.lastSequence(), message.sequence().getAsLong()));
    }
    int left = group.heldCount() - arrival.heldBefore();
    if (message.lastInSequence()) {
      // Nothing can be in turn behind the last: what is held came too late, and is refused.
      heldMessages
          .refuse(handle, key, arrival.heldPosition())
          .forEach(position -> inbox.settleDead(handle, key, position, Fate.REJECTED));
      end(handle, key, group);
      return false;
    }
    GroupState state = left == 0 ? GroupState.OPEN : stateWithHeld(group);
    groups.change(handle, key, group, state, left, Optional.empty(), GroupChanges.WORKER);
    return left > 0;
  }

  private void end(Handle handle, GroupKey key, MessageGroup group) {
    groups.change(handle, key, group, GroupState.ENDED, 0, Optional.empty(), GroupChanges.WORKER);
  }

  private static GroupState stateWithHeld(MessageGroup group) {
    return group.state() == GroupState.PARKED ? GroupState.PARKED : GroupState.WAITING;
  }
}
