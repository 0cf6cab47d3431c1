package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.operate.GroupCounts;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumSet;

/** Shows how many groups do not simply move, as it was counted last. Thread-safe. */
public final class GroupMetrics {
  private volatile GroupCounts counts = GroupCounts.nothing();

  public GroupMetrics(MeterRegistry registry) {
    for (GroupState state : EnumSet.of(GroupState.WAITING, GroupState.PARKED, GroupState.PAUSED)) {
      Metric.GROUPS.gauge(registry, () -> counts.groups().getOrDefault(state, 0L), state.label());
    }
    Metric.HELD.gauge(registry, () -> counts.held());
    Metric.DEAD_LETTERS.gauge(registry, () -> counts.dead());
    Metric.REDRIVEN.gauge(registry, () -> counts.redriven());
    Metric.HELD_OLDEST.gauge(registry, () -> counts.oldestHeld().toMillis() / 1000.0);
  }

  /** Shows these from now on. */
  public void show(GroupCounts latest) {
    counts = latest;
  }
}
