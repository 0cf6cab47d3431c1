package dev.lanekeeper.worker.cli;

import dev.lanekeeper.worker.inbox.Purge;
import dev.lanekeeper.worker.inbox.Purged;
import dev.lanekeeper.worker.observe.PurgeMetrics;
import dev.lanekeeper.worker.receive.Outage;
import java.time.Duration;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Removes old rows batch by batch, with a pause after each, and looks for new ones once a minute.
 * It is called again and again, and mostly has nothing to do: between two batches the thread is
 * free for the other upkeep. Called by one thread.
 */
final class PurgeTask implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(PurgeTask.class);

  /** Between two batches; what they cost is measured in sql/README.md. */
  static final Duration PAUSE = Duration.ofMillis(100);

  private static final Duration REST = Duration.ofMinutes(1);

  private final Purge purge;
  private final PurgeMetrics metrics;
  private final LongSupplier nanoTime;
  private final Upkeep batch;
  private long nextAt;
  private long inboxRows;
  private long groups;
  private long effects;

  /**
   * @param nanoTime a monotonic clock, in nanoseconds
   * @param outage while it is open, nothing is removed
   */
  PurgeTask(
      Purge purge,
      PurgeMetrics metrics,
      LongSupplier nanoTime,
      Outage outage,
      Consumer<Throwable> onFatal) {
    this.purge = purge;
    this.metrics = metrics;
    this.nanoTime = nanoTime;
    this.batch = new Upkeep("old rows", List.of(this::removeBatch), outage, onFatal);
    this.nextAt = nanoTime.getAsLong();
  }

  @Override
  public void run() {
    if (nanoTime.getAsLong() - nextAt < 0) {
      return;
    }
    nextAt = nanoTime.getAsLong() + REST.toNanos();
    batch.run();
  }

  private void removeBatch() {
    Purged purged = purge.next();
    metrics.count(purged);
    if (purged.moreMayFollow()) {
      if (inboxRows + groups + effects == 0) {
        log.info("removing what is older than --inbox-retention and --group-retention");
      }
      inboxRows += purged.inboxRows();
      groups += purged.groups();
      effects += purged.effects();
      nextAt = nanoTime.getAsLong();
    } else if (inboxRows + groups + effects > 0) {
      log.info(
          "removed {} inbox rows, {} ended message groups and {} records of effects",
          inboxRows,
          groups,
          effects);
      inboxRows = 0;
      groups = 0;
      effects = 0;
    }
  }
}
