package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.consumer.CommitLog;
import dev.lanekeeper.benchmark.machine.ConsumerProcess;
import java.time.Duration;
import java.util.concurrent.TimeUnit;

/** Waits for a consumer's commits. For one thread. */
record Progress(CommitLog commits, ConsumerProcess consumer) {
  private static final int GLANCE_MILLIS = 5;
  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(60);

  /**
   * Returns when there are so many commits.
   *
   * @throws IllegalStateException when the consumer ends, or nothing moves any more
   */
  void await(int wanted) throws InterruptedException {
    int known = -1;
    long since = System.nanoTime();
    while (commits.size() < wanted) {
      if (commits.size() > known) {
        known = commits.size();
        since = System.nanoTime();
      } else if (System.nanoTime() - since > LONGEST_STANDSTILL.toNanos()) {
        throw new IllegalStateException(
            "no commit for %s, %d of %d are there: %s"
                .formatted(LONGEST_STANDSTILL, known, wanted, consumer.lastLines()));
      }
      consumer.requireAlive();
      TimeUnit.MILLISECONDS.sleep(GLANCE_MILLIS);
    }
  }
}
