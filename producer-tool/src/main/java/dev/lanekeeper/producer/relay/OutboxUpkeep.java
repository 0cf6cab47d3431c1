package dev.lanekeeper.producer.relay;

import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.JdbiException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What is done from time to time while there is nothing to send: old rows are removed, and what
 * waits is counted. For one thread.
 */
final class OutboxUpkeep {
  private static final Logger log = LoggerFactory.getLogger(Relay.class);
  private static final Duration BETWEEN_STOCKS = Duration.ofSeconds(30);
  private static final Duration BETWEEN_PURGES = Duration.ofMinutes(1);
  private static final Duration BETWEEN_BATCHES = Duration.ofMillis(100);

  private final OutboxDatabase database;
  private final OutboxRows rows;
  private final StandingGroups standing;
  private final MissingNumbers missing;
  private final Optional<OldOutboxRows> old;
  private final LongSupplier nanoTime;
  private long purgeNanos;
  private long stockNanos;

  OutboxUpkeep(
      OutboxDatabase database,
      OutboxRows rows,
      StandingGroups standing,
      RelaySettings settings,
      LongSupplier nanoTime) {
    this.database = database;
    this.rows = rows;
    this.standing = standing;
    this.missing = new MissingNumbers(settings.topic());
    this.old = settings.retention().map(age -> new OldOutboxRows(settings.topic(), age));
    this.nanoTime = nanoTime;
    this.purgeNanos = nanoTime.getAsLong();
    this.stockNanos = purgeNanos;
  }

  /** Does what is due. */
  void run() throws UnreachableException {
    purge();
    if (nanoTime.getAsLong() - stockNanos >= 0) {
      takeStock();
    }
  }

  private void purge() throws UnreachableException {
    if (old.isEmpty() || nanoTime.getAsLong() - purgeNanos < 0) {
      return;
    }
    int removed = database.reach(old.get()::purge);
    Duration pause = removed == OldOutboxRows.BATCH ? BETWEEN_BATCHES : BETWEEN_PURGES;
    purgeNanos = nanoTime.getAsLong() + pause.toNanos();
  }

  /** Counts once more, at the end. */
  void finish() {
    try {
      takeStock();
    } catch (JdbiException | UnreachableException away) {
      log.warn("what is left in the outbox could not be counted", away);
    }
  }

  /** What waits, and for what. */
  private void takeStock() throws UnreachableException {
    database.reach(
        handle -> {
          standing.retain((group, sequence) -> rows.isUnsent(handle, group, sequence));
          missing.look(handle);
          return true;
        });
    stockNanos = nanoTime.getAsLong() + BETWEEN_STOCKS.toNanos();
  }

  /** Who waited for a missing number when that was counted last. */
  MissingNumbers.Found waiting() {
    return missing.found();
  }
}
