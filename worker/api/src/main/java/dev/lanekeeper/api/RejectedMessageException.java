package dev.lanekeeper.api;

/** Says that a message can never succeed, however often it is tried. */
public class RejectedMessageException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the person who will mend it: what is wrong with the message
   */
  public RejectedMessageException(String reason) {
    super(reason);
  }

  public RejectedMessageException(String reason, Throwable cause) {
    super(reason, cause);
  }
}
