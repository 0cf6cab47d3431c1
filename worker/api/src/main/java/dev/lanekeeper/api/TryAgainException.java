package dev.lanekeeper.api;

import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Says that this run failed and when the next one is worth while, such as what an HTTP service says
 * with {@code Retry-After}. The message waits in its lane without a thread and a transaction, and
 * its group with it; other groups go on. It counts as an attempt, unless it is an {@link
 * EnvironmentException}.
 *
 * <p>The worker waits at least 10 ms, and not longer than its {@code --try-again-max}, whatever is
 * asked for (design.md, G4: a group that fails costs others a bounded time).
 */
public class TryAgainException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final @Nullable Duration delay;

  /**
   * @param reason for the person who will look for the cause
   * @param delay how long to wait
   * @throws IllegalArgumentException when the delay is negative
   */
  public TryAgainException(String reason, Duration delay) {
    this(reason, delay, null);
  }

  /**
   * @param reason for the person who will look for the cause
   * @param delay how long to wait; null leaves it to the worker's own back-off
   * @param cause what went wrong, where something was thrown
   * @throws IllegalArgumentException when the delay is negative
   */
  public TryAgainException(String reason, @Nullable Duration delay, @Nullable Throwable cause) {
    super(reason, cause);
    if (delay != null && delay.isNegative()) {
      throw new IllegalArgumentException("a delay of " + delay + " is in the past");
    }
    this.delay = delay;
  }

  /** How long to wait; empty leaves it to the worker's own back-off. */
  public Optional<Duration> delay() {
    return Optional.ofNullable(delay);
  }
}
