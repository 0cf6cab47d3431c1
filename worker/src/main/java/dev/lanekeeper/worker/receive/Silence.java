package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * For how long receives were asked for and none has returned, empty or not. Time in which nobody
 * asks, because handlers are busy or receiving is paused, is no silence. Thread-safe.
 */
final class Silence {
  private final LongSupplier nanoTime;
  private boolean asked;
  private long since;

  Silence(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A receive begins. */
  synchronized void asked() {
    if (!asked) {
      asked = true;
      since = nanoTime.getAsLong();
    }
  }

  /** A receive returned, empty or not, or those under way count no more. */
  synchronized void broken() {
    asked = false;
  }

  synchronized Duration length() {
    return asked ? Duration.ofNanos(nanoTime.getAsLong() - since) : Duration.ZERO;
  }
}
