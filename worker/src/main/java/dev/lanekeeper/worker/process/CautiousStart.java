package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.message.RawMessage;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * Tells which messages may have been started by a process that died of them: those that come again,
 * and all of them while this process is young, since whoever was killed by a message has just been
 * restarted (design.md, "The life of a message"). Thread-safe.
 */
public final class CautiousStart {
  private final LongSupplier nanoTime;
  private final long youngUntil;

  /**
   * @param nanoTime a monotonic clock, in nanoseconds
   * @param youth how long after its start the process is taken for young
   */
  public CautiousStart(LongSupplier nanoTime, Duration youth) {
    this.nanoTime = nanoTime;
    this.youngUntil = nanoTime.getAsLong() + youth.toNanos();
  }

  /**
   * A run of a message that has just been delivered.
   *
   * @param isOurs whether the broker still keeps the message for us
   */
  public Run begin(RawMessage raw, BooleanSupplier isOurs) {
    return new Run(raw.deliveryAttempt() > 1 || nanoTime.getAsLong() - youngUntil < 0, isOurs);
  }
}
