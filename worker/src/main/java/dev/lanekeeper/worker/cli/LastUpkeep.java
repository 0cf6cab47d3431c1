package dev.lanekeeper.worker.cli;

import dev.lanekeeper.worker.process.Debts;
import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is still to be done in the database once a worker that stops has nothing in work: the upkeep
 * that runs ends its transaction by itself, and attempts that an outage has left on record are
 * taken off, since nobody would come to it later. Used once.
 */
final class LastUpkeep {
  private static final Logger log = LoggerFactory.getLogger(LastUpkeep.class);

  private final ExecutorService upkeep;
  private final Debts debts;

  /**
   * @param upkeep what runs upkeep; ended here
   */
  LastUpkeep(ExecutorService upkeep, Debts debts) {
    this.upkeep = upkeep;
    this.debts = debts;
  }

  /**
   * Does it.
   *
   * @param limit how long it may take; then it is interrupted, and rolls back
   */
  void run(Duration limit) throws InterruptedException {
    Future<?> settled = upkeep.submit(debts::settle);
    upkeep.shutdown();
    String reason = "a message group is busy";
    try {
      settled.get(limit.toNanos(), TimeUnit.NANOSECONDS);
    } catch (TimeoutException late) {
      reason = "no answer in time";
    } catch (ExecutionException away) {
      reason = String.valueOf(away.getCause()).lines().findFirst().orElse("");
    }
    upkeep.shutdownNow();
    if (debts.open() > 0) {
      log.warn(
          "for {} messages that were not run an attempt stays on record, and counts: the database"
              + " did not take it off ({})",
          debts.open(),
          reason);
    }
  }
}
