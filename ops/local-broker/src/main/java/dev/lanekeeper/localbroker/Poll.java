package dev.lanekeeper.localbroker;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Waits for what RocketMQ does in its own time and tells nobody about. */
final class Poll {
  private static final long PAUSE_MILLIS = 20;

  /**
   * A question about the servers; an exception is a no, since RocketMQ answers "not there yet" that
   * way.
   */
  @FunctionalInterface
  interface Question {
    boolean ask() throws Exception;
  }

  private Poll() {}

  /** Asks until the answer is yes (true) or the patience is used up (false). */
  static boolean until(Duration patience, Question question) throws InterruptedException {
    long deadline = System.nanoTime() + patience.toNanos();
    CountDownLatch never = new CountDownLatch(1);
    while (!isYes(question)) {
      if (System.nanoTime() > deadline || never.await(PAUSE_MILLIS, TimeUnit.MILLISECONDS)) {
        return false;
      }
    }
    return true;
  }

  private static boolean isYes(Question question) {
    try {
      return question.ask();
    } catch (Exception e) {
      return false;
    }
  }
}
