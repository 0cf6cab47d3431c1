package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Whether receiving is to end, which happens once. Thread-safe. */
final class Stopping {
  private final CountDownLatch asked = new CountDownLatch(1);

  void begin() {
    asked.countDown();
  }

  boolean hasBegun() {
    return asked.getCount() == 0;
  }

  /** Waits for so long, or until the end is asked for. */
  void await(Duration limit) throws InterruptedException {
    asked.await(limit.toNanos(), TimeUnit.NANOSECONDS);
  }
}
