package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.RejectedMessageException;

/** A held message contradicts one that was settled. */
final class ConflictException extends RejectedMessageException {
  private static final long serialVersionUID = 1L;

  ConflictException(String explanation) {
    super(explanation);
  }
}
