package dev.lanekeeper.api;

/**
 * Says that a message contradicts what was applied before, such as a second creation of the same
 * order. It can never succeed either, and is reported as a conflict.
 */
public class ConflictingMessageException extends RejectedMessageException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the person who will mend it: what contradicts what
   */
  public ConflictingMessageException(String reason) {
    super(reason);
  }
}
