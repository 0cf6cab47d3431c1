package dev.lanekeeper.worker.process;

/**
 * How often in a row the database has cut off one message's runs for their length. One time-out
 * says nothing about the message: the database may be slow, or the process may have stood still.
 * Several do while other messages are settled in between; if none are, since this one keeps them
 * off the queue, it takes more of them. From then on each counts as an attempt, so that a handler
 * which cannot end in time is given up like one that throws. Not thread-safe: it belongs to a
 * {@link Run}.
 */
final class CutOffs {
  /** While other messages are settled in between. */
  static final int SUSPICIOUS = 3;

  /** While nothing is: five minutes of the default statement time-out. */
  static final int SUSPICIOUS_ALONE = 10;

  private int inARow;
  private long settledAtTheFirst;

  /**
   * Counts one, and returns whether it is the message's own fault.
   *
   * @param settledSoFar how many messages this process has settled
   */
  boolean isOwnFault(long settledSoFar) {
    if (inARow == 0) {
      settledAtTheFirst = settledSoFar;
    }
    inARow++;
    return inARow >= SUSPICIOUS_ALONE || (inARow >= SUSPICIOUS && settledSoFar > settledAtTheFirst);
  }

  /** The run failed in another way. */
  void reset() {
    inARow = 0;
  }
}
