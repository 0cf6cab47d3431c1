package dev.lanekeeper.producer.service;

import dev.lanekeeper.program.StopSignal;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A spell in which something around this process fails: one log line when it begins, growing
 * pauses, one line when it is over. For one thread.
 */
public final class Outage {
  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");
  private static final long FIRST_PAUSE_MILLIS = 250;
  private static final long LONGEST_PAUSE_MILLIS = 10_000;

  private final String what;
  private final StopSignal stop;
  private final LongSupplier nanoTime;
  private int failures;
  private long since;

  /**
   * @param what cannot be done meanwhile, as in "receiving from topic ledgers"
   * @param stop ends a pause at once
   * @param nanoTime a monotonic clock
   */
  public Outage(String what, StopSignal stop, LongSupplier nanoTime) {
    this.what = what;
    this.stop = stop;
    this.nanoTime = nanoTime;
  }

  /** Whether somebody wishes the end. */
  public boolean endIsWished() {
    return stop.isWished();
  }

  /** It failed; waits before it is worth another try. */
  public void failed(Throwable cause) throws InterruptedException {
    if (failures == 0) {
      since = nanoTime.getAsLong();
      log.warn("{} fails; trying on, with growing pauses ({})", what, line(cause));
    }
    failures++;
    stop.await(pauseMillis(), TimeUnit.MILLISECONDS);
  }

  /** It works. */
  public void worked() {
    if (failures > 0) {
      long millis = TimeUnit.NANOSECONDS.toMillis(nanoTime.getAsLong() - since);
      log.info("{} works again, after {}", what, Duration.ofMillis(millis));
      failures = 0;
    }
  }

  /** Doubled from failure to failure; by chance up to a quarter less, so that two do not meet. */
  private long pauseMillis() {
    long doubled = FIRST_PAUSE_MILLIS << Math.min(failures - 1, 10);
    long pause = Math.min(doubled, LONGEST_PAUSE_MILLIS);
    return pause - ThreadLocalRandom.current().nextLong(pause / 4);
  }

  private static String line(Throwable cause) {
    return cause.toString().lines().findFirst().orElse("");
  }
}
