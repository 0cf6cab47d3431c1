package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.inbox.Purged;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;

/** Counts what was removed because it was old. Thread-safe. */
public final class PurgeMetrics {
  private final Counter inboxRows;
  private final Counter groups;
  private final Counter effects;

  public PurgeMetrics(MeterRegistry registry) {
    this.inboxRows = Metric.INBOX_PURGED.counter(registry);
    this.groups = Metric.GROUPS_PURGED.counter(registry);
    this.effects = Metric.EFFECTS_PURGED.counter(registry);
  }

  /** Counts one batch. */
  public void count(Purged purged) {
    inboxRows.increment(purged.inboxRows());
    groups.increment(purged.groups());
    effects.increment(purged.effects());
  }
}
