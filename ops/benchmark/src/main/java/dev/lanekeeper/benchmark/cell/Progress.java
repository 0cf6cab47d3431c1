package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.consumer.CommitLog;
import dev.lanekeeper.benchmark.machine.ConsumerProcess;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Waits for the commits of consumers. For one thread.
 *
 * @param logs where each writes them down
 */
record Progress(List<CommitLog> logs, List<ConsumerProcess> consumers) {
  private static final int GLANCE_MILLIS = 5;
  private static final Duration LONGEST_STANDSTILL = Duration.ofSeconds(60);

  /**
   * Returns when there are so many commits.
   *
   * @throws IllegalStateException when a consumer ends, or nothing moves any more
   */
  void await(int wanted) throws InterruptedException {
    int known = -1;
    long since = System.nanoTime();
    for (int committed = committed(); committed < wanted; committed = committed()) {
      if (committed > known) {
        known = committed;
        since = System.nanoTime();
      } else if (System.nanoTime() - since > LONGEST_STANDSTILL.toNanos()) {
        throw new IllegalStateException(
            "no commit for %s, %d of %d are there: %s"
                .formatted(LONGEST_STANDSTILL, known, wanted, consumers.get(0).lastLines()));
      }
      consumers.forEach(ConsumerProcess::requireAlive);
      TimeUnit.MILLISECONDS.sleep(GLANCE_MILLIS);
    }
  }

  /** How many there are, of all. */
  int committed() {
    return logs.stream().mapToInt(CommitLog::size).sum();
  }
}
