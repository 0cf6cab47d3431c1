package dev.lanekeeper.worker.process;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Attempts that stand on record for messages that nobody works on any more, and that were not used
 * up: the database was away when they should have been taken off. Taken off as soon as it is back,
 * so that an outage costs no message an attempt. Thread-safe.
 */
public final class Debts {
  private final Map<Object, Runnable> open = new LinkedHashMap<>();

  /**
   * @param message what tells the message from others
   * @param release takes its attempt off the record
   */
  synchronized void add(Object message, Runnable release) {
    open.put(message, release);
  }

  /** How many there are. */
  public synchronized int open() {
    return open.size();
  }

  /**
   * Takes them off the record.
   *
   * @throws org.jdbi.v3.core.JdbiException when the database is still away
   */
  public void settle() {
    copy()
        .forEach(
            (message, release) -> {
              release.run();
              remove(message, release);
            });
  }

  private synchronized Map<Object, Runnable> copy() {
    return new LinkedHashMap<>(open);
  }

  private synchronized void remove(Object message, Runnable release) {
    open.remove(message, release);
  }
}
