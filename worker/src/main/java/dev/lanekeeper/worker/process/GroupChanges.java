package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.MessageGroups;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Changes the state of groups, and tells of it once the change is committed. Thread-safe. */
public final class GroupChanges {

  /** Who changes a group when nobody else does. */
  static final String WORKER = "worker";

  private final MessageGroups groups;
  private final ProcessListener listener;

  public GroupChanges(MessageGroups groups, ProcessListener listener) {
    this.groups = groups;
    this.listener = listener;
  }

  /** Locks a group's row, and reads it. */
  public MessageGroup lock(Handle handle, GroupKey key) {
    return groups.lock(handle, key);
  }

  /** Moves the high-water mark. */
  public void advance(Handle handle, GroupKey key, long lastSequence) {
    groups.advance(handle, key, lastSequence);
  }

  /**
   * Writes state and number of held messages, where they differ from what they are.
   *
   * @param group the group's row, locked
   */
  public void change(
      Handle handle,
      GroupKey key,
      MessageGroup group,
      GroupState state,
      int heldCount,
      Optional<String> reason,
      String changedBy) {
    if (state == group.state()) {
      if (heldCount != group.heldCount()) {
        groups.countHeld(handle, key, heldCount - group.heldCount());
      }
      return;
    }
    groups.change(handle, key, state, heldCount, reason, changedBy);
    handle.afterCommit(() -> listener.groupChanged(key, group.state(), state, reason));
  }
}
