package dev.lanekeeper.api;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * Says that what the handler depends on is unwell, which tells nothing about the message: it is no
 * attempt, and the message is tried again however often it takes (design.md, "Failures").
 *
 * <p>Without a delay, the worker waits with its own growing back-off, and once nothing else could
 * be settled for {@code --outage-threshold} it counts as an outage: receiving pauses. With a delay
 * it is none, since who names a time is there.
 */
public class EnvironmentException extends TryAgainException {
  private static final long serialVersionUID = 1L;

  /**
   * @param reason for the person who will look for the cause: what is unwell
   */
  public EnvironmentException(String reason) {
    super(reason, null, null);
  }

  /**
   * @param reason for the person who will look for the cause: what is unwell
   * @param cause what was thrown
   */
  public EnvironmentException(String reason, Throwable cause) {
    super(reason, null, cause);
  }

  /**
   * @param reason for the person who will look for the cause: what is unwell
   * @param delay how long to wait; null leaves it to the worker's own back-off
   * @param cause what went wrong, where something was thrown
   * @throws IllegalArgumentException when the delay is negative
   */
  public EnvironmentException(String reason, @Nullable Duration delay, @Nullable Throwable cause) {
    super(reason, delay, cause);
  }
}
