package dev.lanekeeper.worker.message;

import dev.lanekeeper.api.RejectedMessageException;

/** Says what about a message breaks the message contract (design.md). */
public final class UndecodableMessageException extends RejectedMessageException {
  private static final long serialVersionUID = 1L;

  UndecodableMessageException(String reason) {
    super(reason);
  }

  UndecodableMessageException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
