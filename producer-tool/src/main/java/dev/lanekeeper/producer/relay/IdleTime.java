package dev.lanekeeper.producer.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;

/** How long there was nothing to send. For one thread. */
final class IdleTime {
  private final Optional<Duration> limit;
  private final LongSupplier nanoTime;
  private long begin;

  /**
   * @param limit when it is over; empty for never
   * @param nanoTime a monotonic clock
   */
  IdleTime(Optional<Duration> limit, LongSupplier nanoTime) {
    this.limit = limit;
    this.nanoTime = nanoTime;
    this.begin = nanoTime.getAsLong();
  }

  /** Something was sent, or nobody could know whether there is something. */
  void beginAnew() {
    begin = nanoTime.getAsLong();
  }

  boolean isOver() {
    return limit.isPresent() && nanoTime.getAsLong() - begin > limit.get().toNanos();
  }
}
