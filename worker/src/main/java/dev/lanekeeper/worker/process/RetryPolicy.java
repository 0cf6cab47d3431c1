package dev.lanekeeper.worker.process;

import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;

/**
 * How often a message is tried, and how long it waits in between: exponential back-off with a cap,
 * each delay drawn from half to one and a half times its value, so that groups which failed
 * together do not come back together. Immutable and thread-safe.
 */
public final class RetryPolicy {
  private static final double MULTIPLIER = 2;
  private static final double JITTER = 0.5;

  private final int maxAttempts;
  private final IntervalFunction intervals;

  /**
   * @param maxAttempts runs of the handler for one message in all, at least 1
   * @param initial the first delay, at least 1 ms
   * @param cap the longest delay, before jitter
   * @throws IllegalArgumentException when a bound is broken
   */
  public RetryPolicy(int maxAttempts, Duration initial, Duration cap) {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("at least 1 attempt is needed, not " + maxAttempts);
    }
    this.maxAttempts = maxAttempts;
    this.intervals =
        IntervalFunction.ofExponentialRandomBackoff(
            initial.toMillis(), MULTIPLIER, JITTER, cap.toMillis());
  }

  /** Whether the runs so far are all that the message gets. */
  public boolean isExhaustedAfter(int attempts) {
    return attempts >= maxAttempts;
  }

  /**
   * The delay after a failure.
   *
   * @param failures how many there were in a row, from 1
   */
  public Duration delayAfter(int failures) {
    return Duration.ofMillis(intervals.apply(failures));
  }
}
