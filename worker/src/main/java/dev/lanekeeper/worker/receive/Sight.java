package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Whether a client shows its receives at all. One that does shows the first within a long poll; a
 * hook that was attached and is never called would be a watchdog that sleeps. Thread-safe.
 */
final class Sight {
  private final LongSupplier nanoTime;
  private final long since;
  private final Duration patience;
  private boolean over;

  /**
   * @param patience more than a receive can take
   */
  Sight(LongSupplier nanoTime, Duration patience) {
    this.nanoTime = nanoTime;
    this.since = nanoTime.getAsLong();
    this.patience = patience;
  }

  /** A receive was seen. */
  synchronized void seen() {
    over = true;
  }

  /** Whether none was seen for too long; true once at most. */
  synchronized boolean isFoundMissing() {
    boolean missing = !over && nanoTime.getAsLong() - since > patience.toNanos();
    over |= missing;
    return missing;
  }
}
