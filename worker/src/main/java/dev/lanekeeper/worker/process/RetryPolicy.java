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

  /** A handler that asks for no delay at all does not spin. */
  private static final Duration SHORTEST = Duration.ofMillis(10);

  private final int maxAttempts;
  private final IntervalFunction intervals;
  private final Duration longestAskedFor;

  /**
   * @param maxAttempts runs of the handler for one message in all, at least 1
   * @param initial the first delay, at least 1 ms
   * @param cap the longest delay, before jitter
   * @param longestAskedFor the longest delay that a handler gets when it asks for one, at least 10
   *     ms
   * @throws IllegalArgumentException when a bound is broken
   */
  public RetryPolicy(int maxAttempts, Duration initial, Duration cap, Duration longestAskedFor) {
    if (maxAttempts < 1) {
      throw new IllegalArgumentException("at least 1 attempt is needed, not " + maxAttempts);
    }
    if (longestAskedFor.compareTo(SHORTEST) < 0) {
      throw new IllegalArgumentException(
          "a handler has to get " + SHORTEST + " at least, not " + longestAskedFor);
    }
    this.maxAttempts = maxAttempts;
    this.longestAskedFor = longestAskedFor;
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

  /** A delay that a handler asked for, within its bounds; without jitter, since it was meant. */
  Duration bounded(Duration askedFor) {
    if (askedFor.compareTo(longestAskedFor) > 0) {
      return longestAskedFor;
    }
    return askedFor.compareTo(SHORTEST) < 0 ? SHORTEST : askedFor;
  }
}
