package dev.lanekeeper.worker.inbox;

import java.time.Duration;
import java.time.Instant;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Removes what is older than the retention, one small batch in a transaction of its own at a time,
 * by the database's clock. Never anything that is unsettled, held or a dead letter; a group's
 * high-water mark goes on refusing what comes again (design.md, "The database"). Thread-safe.
 */
public final class Purge {
  private final Jdbi jdbi;
  private final String consumerGroup;
  private final Retention retention;
  private final PurgeTurn turn;
  private final OldInboxRows inboxRows = new OldInboxRows();
  private final OldGroups groups = new OldGroups();
  private final OldEffects effects = new OldEffects();

  /**
   * @param holder names this process, and no other
   */
  public Purge(Jdbi jdbi, String consumerGroup, String holder, Retention retention) {
    this.jdbi = jdbi;
    this.consumerGroup = consumerGroup;
    this.retention = retention;
    this.turn = new PurgeTurn(consumerGroup, holder);
  }

  /** Removes the next batch; nothing when nothing is old enough, or it is another's turn. */
  public Purged next() {
    jdbi.useHandle(turn::prepare);
    int rows = batch(retention.inbox(), inboxRows::purge);
    if (rows > 0) {
      return new Purged(rows, 0, true);
    }
    int ended = batch(retention.groups(), groups::purge);
    if (ended > 0) {
      return new Purged(0, ended, true);
    }
    int done = batch(retention.inbox(), effects::purge);
    return done > 0 ? new Purged(0, 0, done, true) : Purged.NOTHING;
  }

  private interface Batch {
    int purge(Handle handle, String consumerGroup, Instant before);
  }

  private int batch(Duration age, Batch batch) {
    return jdbi.inTransaction(
        handle ->
            turn.take(handle)
                .map(now -> batch.purge(handle, consumerGroup, now.minus(age)))
                .orElse(0));
  }
}
