package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.group.GroupKey;

/** A group holds as many messages as it may. The message stays with the broker. */
final class GroupFullException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  GroupFullException(GroupKey key, int held) {
    super(key + " holds " + held + " messages already; redrive it, or raise --max-held");
  }
}
