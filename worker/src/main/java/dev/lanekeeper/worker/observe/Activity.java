package dev.lanekeeper.worker.observe;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;

/** When something happened last, on a monotonic clock. Thread-safe. */
final class Activity {
  private final LongSupplier nanoTime;
  private final AtomicLong lastDelivery;
  private final AtomicLong lastSignOfLife;
  private final AtomicLong firstDelivery = new AtomicLong();
  private final AtomicLong lastSettlement = new AtomicLong();

  /**
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  Activity(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
    this.lastDelivery = new AtomicLong(nanoTime.getAsLong());
    this.lastSignOfLife = new AtomicLong(nanoTime.getAsLong());
  }

  /** Messages can come from now on. */
  void begins() {
    lastDelivery.set(nanoTime.getAsLong());
    lastSignOfLife.set(nanoTime.getAsLong());
  }

  /** A receive returned. */
  void received(int messages) {
    long now = nanoTime.getAsLong();
    lastSignOfLife.set(now);
    if (messages > 0) {
      firstDelivery.compareAndSet(0, now);
      lastDelivery.set(now);
    }
  }

  /** A message's fate was committed. */
  void settled() {
    long now = nanoTime.getAsLong();
    lastDelivery.set(now);
    lastSettlement.set(now);
  }

  /** Nanoseconds since a message was delivered or settled. */
  long sinceDelivery() {
    return nanoTime.getAsLong() - lastDelivery.get();
  }

  /** Nanoseconds since a receive returned. */
  long sinceSignOfLife() {
    return nanoTime.getAsLong() - lastSignOfLife.get();
  }

  /** From the first delivery to the last settlement. */
  Duration busy() {
    return Duration.ofNanos(Math.max(0, lastSettlement.get() - firstDelivery.get()));
  }
}
