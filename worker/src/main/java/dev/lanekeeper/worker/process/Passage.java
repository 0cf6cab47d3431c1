package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.inbox.Arrival;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Moves a group past a message that is settled, whether it was applied or not. Thread-safe. */
final class Passage {
  static final String WORKER = "worker";

  private final MessageGroups groups;

  Passage(MessageGroups groups) {
    this.groups = groups;
  }

  /**
   * Advances the high-water mark, and opens, keeps waiting or ends the group.
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
    GroupState state = stateAfter(message, left);
    if (state != group.state() || left != group.heldCount()) {
      groups.change(handle, key, state, left, Optional.empty(), WORKER);
    }
    return left > 0;
  }

  private static GroupState stateAfter(Message message, int left) {
    if (message.lastInSequence()) {
      return GroupState.ENDED;
    }
    return left > 0 ? GroupState.WAITING : GroupState.OPEN;
  }
}
