package dev.lanekeeper.worker.cli;

import java.time.Duration;

/** One end for several steps, on the monotonic clock. Immutable and thread-safe. */
record Deadline(long at) {

  static Deadline after(Duration time) {
    return new Deadline(System.nanoTime() + time.toNanos());
  }

  /** What is left, none at least, when so much is kept for the steps that follow. */
  Duration leftBut(Duration kept) {
    Duration left = Duration.ofNanos(at - System.nanoTime()).minus(kept);
    return left.isNegative() ? Duration.ZERO : left;
  }
}
