package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.time.temporal.ChronoUnit;
import java.util.function.LongSupplier;

/**
 * Whether one side of the worker has stopped working for reasons that lie around it: well, failing,
 * or open. It opens when failures go on for the threshold without one success in between, so that a
 * failure that passes is none; one success ends it. Measured on a monotonic clock. Thread-safe.
 */
public final class Outage {

  /** The two sides, which fail on their own. */
  public enum Side {
    /** Nothing comes from the broker. */
    RECEIVING,
    /** Nothing can be settled: the database, or what a handler depends on, is away. */
    SETTLING
  }

  /** Is told when an outage opens and ends, once each. */
  public interface Listener {
    void began(Side side, Duration failing, Throwable cause);

    void ended(Side side, Duration length);
  }

  private final Side side;
  private final Duration threshold;
  private final LongSupplier nanoTime;
  private final Listener listener;
  private volatile boolean failing;
  private volatile boolean open;
  private volatile long failures;
  private final Spell spell;
  private boolean held;
  private boolean workedWhileHeld;
  private long since;

  /**
   * @param threshold for how long everything has to fail
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  public Outage(Side side, Duration threshold, LongSupplier nanoTime, Listener listener) {
    this.side = side;
    this.threshold = threshold;
    this.nanoTime = nanoTime;
    this.listener = listener;
    this.spell = new Spell(nanoTime);
  }

  /**
   * Somebody who tries by himself, at times at which nothing else is tried. His failures open the
   * outage when they go on for the threshold. His success ends his own spell alone: it says nothing
   * of what a handler depends on. Used by one thread.
   */
  public final class Witness {
    private final Spell own = new Spell(nanoTime);

    private Witness() {}

    /** What he tried failed, and not because of a message. */
    public void failed(Throwable cause) {
      if (report(own.failed(false), cause)) {
        own.end();
      }
    }

    /** What he tried worked. */
    public void worked() {
      own.end();
    }
  }

  /** Whoever tries at other times than messages come. */
  public Witness witness() {
    return new Witness();
  }

  public Side side() {
    return side;
  }

  public boolean isOpen() {
    return open;
  }

  /** How many failures there were in all. */
  long failures() {
    return failures;
  }

  /** Something failed, and not because of a message. */
  public synchronized void failed(Throwable cause) {
    failing = true;
    report(spell.failed(open), cause);
  }

  /** Returns whether the outage is open. */
  private synchronized boolean report(Duration length, Throwable cause) {
    failures++;
    if (!open && length.compareTo(threshold) >= 0) {
      open = true;
      failing = true;
      since = nanoTime.getAsLong() - length.toNanos();
      listener.began(side, length.truncatedTo(ChronoUnit.MILLIS), cause);
    }
    return open;
  }

  /** Something worked. */
  public void worked() {
    if (failing) {
      end();
    }
  }

  /**
   * Keeps it open, whatever works, until it is let go: while receiving is paused, a message in hand
   * that settles does not make the worker ready.
   *
   * @return false when it is not open any more
   */
  synchronized boolean hold() {
    held = open;
    workedWhileHeld = false;
    return open;
  }

  /** Whether something worked since it was held, or since this was asked for. */
  synchronized boolean takeSign() {
    boolean sign = workedWhileHeld;
    workedWhileHeld = false;
    return sign;
  }

  /** What works from now on ends it, and so does what worked since the last sign was taken. */
  synchronized void letGo() {
    held = false;
    if (takeSign()) {
      end();
    }
  }

  private synchronized void end() {
    if (held) {
      workedWhileHeld = true;
      return;
    }
    if (open) {
      Duration length = Duration.ofNanos(nanoTime.getAsLong() - since);
      listener.ended(side, length.truncatedTo(ChronoUnit.MILLIS));
    }
    open = false;
    failing = false;
    spell.end();
  }
}
