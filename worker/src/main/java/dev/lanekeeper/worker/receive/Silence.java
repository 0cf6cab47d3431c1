package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * For how long receives were asked for and there was no sign of life: none has returned, empty or
 * not, and none was answered with an error. Time in which nobody asks, because handlers are busy or
 * receiving is paused, is no silence. Thread-safe.
 */
final class Silence {
  private final LongSupplier nanoTime;
  private boolean asked;
  private long since;
  private long lastSign;

  Silence(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /** A receive begins. */
  synchronized void asked() {
    if (!asked) {
      asked = true;
      since = nanoTime.getAsLong();
      lastSign = since;
    }
  }

  /** A receive was answered with an error: a proxy lives, whose broker may not. */
  synchronized void answered() {
    lastSign = nanoTime.getAsLong();
  }

  /** A receive returned, empty or not, or those under way count no more. */
  synchronized void broken() {
    asked = false;
  }

  /** For how long there was no sign of life. */
  synchronized Duration length() {
    return asked ? Duration.ofNanos(nanoTime.getAsLong() - lastSign) : Duration.ZERO;
  }

  /** For how long none has returned, whatever the answers. */
  synchronized Duration withoutReturn() {
    return asked ? Duration.ofNanos(nanoTime.getAsLong() - since) : Duration.ZERO;
  }
}
