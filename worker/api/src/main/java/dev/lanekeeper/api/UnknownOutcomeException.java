package dev.lanekeeper.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says that nobody can tell whether a call had its effect, such as when no answer came. The attempt
 * counts; before the next one, the policy for unknown effects decides.
 */
public class UnknownOutcomeException extends TryAgainException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the person who will look for the cause
   * @param delay how long to wait; null leaves it to the worker's own back-off
   * @param cause what went wrong, where something was thrown
   */
  public UnknownOutcomeException(
      String reason, @Nullable Duration delay, @Nullable Throwable cause) {
    super(reason, delay, cause);
  }
}
