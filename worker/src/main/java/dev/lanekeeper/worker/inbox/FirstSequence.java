package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.Message;

/** Which sequence number a group that was never seen may start with. */
public enum FirstSequence {
  /** Sequence 1; a later one waits for it. */
  ONE,
  /** Whichever comes first; for topics whose beginning is gone. */
  ANY;

  /** Whether the message may open a group that does not exist yet. */
  public boolean opens(Message message) {
    return switch (this) {
      case ONE -> message.sequence().orElse(1) == 1;
      case ANY -> true;
    };
  }
}
