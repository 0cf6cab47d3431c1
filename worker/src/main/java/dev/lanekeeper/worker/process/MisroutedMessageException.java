package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.RejectedMessageException;

/** The message's body belongs to another message group than the one it was sent under. */
final class MisroutedMessageException extends RejectedMessageException {
  private static final long serialVersionUID = 1L;

  MisroutedMessageException(String sentUnder, String belongsTo) {
    super(
        "sent under message group \""
            + sentUnder
            + "\", but its body belongs to \""
            + belongsTo
            + "\"");
  }
}
