package dev.lanekeeper.benchmark.settle;

import dev.lanekeeper.worker.inbox.Purge;
import dev.lanekeeper.worker.inbox.Purged;
import dev.lanekeeper.worker.inbox.Retention;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** Removes old rows in the worker's batches, one after the other. For one thread. */
final class PurgeRun {
  private static final Duration KEPT = Duration.ofDays(8);

  private final Purge purge;

  PurgeRun(Jdbi jdbi) {
    this.purge =
        new Purge(jdbi, LanesInMemory.CONSUMER_GROUP, "benchmark", new Retention(KEPT, KEPT));
  }

  /**
   * Removes so many batches.
   *
   * @return how long each took, in milliseconds
   * @throws IllegalStateException when there are no more old rows
   */
  List<Double> batches(int number) {
    List<Double> millis = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      long began = System.nanoTime();
      Purged purged = purge.next();
      millis.add((System.nanoTime() - began) / 1e6);
      if (purged.inboxRows() == 0) {
        throw new IllegalStateException("no old rows are left after " + i + " batches");
      }
    }
    return millis;
  }
}
