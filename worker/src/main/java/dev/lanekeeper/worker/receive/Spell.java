package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.function.LongSupplier;

/** A time in which one thing after the other fails. Not thread-safe. */
final class Spell {
  /** Failures further apart than this, where nothing was tried in between, are not one spell. */
  private static final Duration LONGEST_PAUSE = Duration.ofMinutes(1);

  private final LongSupplier nanoTime;
  private boolean lasts;
  private long since;
  private long lastFailure;

  Spell(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  /**
   * Something failed; returns for how long everything has.
   *
   * @param whateverThePause whether it is the same spell however long ago the last failure was
   */
  Duration failed(boolean whateverThePause) {
    long now = nanoTime.getAsLong();
    boolean same = lasts && (whateverThePause || now - lastFailure <= LONGEST_PAUSE.toNanos());
    lastFailure = now;
    if (!same) {
      lasts = true;
      since = now;
    }
    return length();
  }

  /** Something worked. */
  void end() {
    lasts = false;
  }

  /** For how long it has lasted. */
  Duration length() {
    return lasts ? Duration.ofNanos(nanoTime.getAsLong() - since) : Duration.ZERO;
  }
}
