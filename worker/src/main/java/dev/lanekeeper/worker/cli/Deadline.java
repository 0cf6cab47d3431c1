package dev.lanekeeper.worker.cli;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * One end for several steps. Immutable and thread-safe.
 *
 * @param at when it is, on the clock
 * @param nanoTime a monotonic clock
 */
record Deadline(long at, LongSupplier nanoTime) {

  static Deadline after(Duration time, LongSupplier nanoTime) {
    return new Deadline(nanoTime.getAsLong() + time.toNanos(), nanoTime);
  }

  /** What is left, none at least, when so much is kept for the steps that follow. */
  Duration leftBut(Duration kept) {
    Duration left = Duration.ofNanos(at - nanoTime.getAsLong()).minus(kept);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
