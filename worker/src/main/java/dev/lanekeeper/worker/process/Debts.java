package dev.lanekeeper.worker.process;

import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Attempts that stand on record for messages that nobody works on any more, and that were not used
 * up: the database was away when they should have been taken off. Taken off as soon as it is back,
 * so that an outage costs no message an attempt. Thread-safe.
 */
public final class Debts {
  private static final Logger log = LoggerFactory.getLogger(Debts.class);

  private final FailureClassifier classifier = new FailureClassifier();
  private final Map<Object, Runnable> open = new LinkedHashMap<>();

  /**
   * @param message what tells the message from others
   * @param release takes its attempt off the record
   */
  synchronized void add(Object message, Runnable release) {
    open.put(message, release);
  }

  /** Somebody works on the message again, and uses the attempt. */
  synchronized void forget(Object message) {
    open.remove(message);
  }

  /** How many there are. */
  public synchronized int open() {
    return open.size();
  }

  /**
   * Takes them off the record. One whose group somebody else is at work on stays open until the
   * next time.
   *
   * @throws org.jdbi.v3.core.JdbiException when the database is still away
   */
  public void settle() {
    copy().forEach(this::settle);
  }

  private void settle(Object message, Runnable release) {
    try {
      release.run();
    } catch (RuntimeException failure) {
      if (classifier.isOutage(failure)) {
        throw failure;
      }
      log.debug("an attempt of {} stays on record for now", message, failure);
      return;
    }
    remove(message, release);
  }

  private synchronized Map<Object, Runnable> copy() {
    return new LinkedHashMap<>(open);
  }

  private synchronized void remove(Object message, Runnable release) {
    open.remove(message, release);
  }
}
