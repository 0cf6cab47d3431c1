package dev.lanekeeper.worker.cli;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Whether this process has received for as long as a gap's time-out without an outage: in an
 * outage, and while no worker runs, a missing message cannot come, so its group has not waited for
 * it. Used by one thread.
 */
final class GapWatch implements Runnable {
  private final Duration timeout;
  private final BooleanSupplier isOutage;
  private final LongSupplier nanoTime;
  private long since;

  /**
   * @param isOutage whether nothing can be received or settled at present
   * @param nanoTime a monotonic clock
   */
  GapWatch(Duration timeout, BooleanSupplier isOutage, LongSupplier nanoTime) {
    this.timeout = timeout;
    this.isOutage = isOutage;
    this.nanoTime = nanoTime;
    this.since = nanoTime.getAsLong();
  }

  /** Looks for an outage; to be called often. */
  @Override
  public void run() {
    if (isOutage.getAsBoolean()) {
      since = nanoTime.getAsLong();
    }
  }

  /** Whether a gap that is old enough is one that nothing will close. */
  boolean isLongEnough() {
    return nanoTime.getAsLong() - since >= timeout.toNanos();
  }
}
