package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.operate.GroupCounts;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.EnumSet;
import java.util.function.ToDoubleFunction;

/** Shows how many groups do not simply move, as it was counted last. Thread-safe. */
public final class GroupMetrics {
  private volatile GroupCounts counts = GroupCounts.nothing();

  public GroupMetrics(MeterRegistry registry) {
    for (GroupState state : EnumSet.of(GroupState.WAITING, GroupState.PARKED, GroupState.PAUSED)) {
      Gauge.builder("lanekeeper.groups", () -> counts.groups().getOrDefault(state, 0L))
          .description("Message groups that do not simply move.")
          .tag("state", state.label())
          .register(registry);
    }
    gauge(registry, "held", "Held messages.", GroupCounts::held);
    gauge(registry, "dead.letters", "Dead letters.", GroupCounts::dead);
    gauge(registry, "redriven", "Messages that operators have redriven.", GroupCounts::redriven);
    Gauge.builder("lanekeeper.held.oldest", () -> counts.oldestHeld().toMillis() / 1000.0)
        .description("For how long the oldest held message is held.")
        .baseUnit("seconds")
        .register(registry);
  }

  private void gauge(
      MeterRegistry registry,
      String name,
      String description,
      ToDoubleFunction<GroupCounts> value) {
    Gauge.builder("lanekeeper." + name, () -> value.applyAsDouble(counts))
        .description(description)
        .register(registry);
  }

  /** Shows these from now on. */
  public void show(GroupCounts latest) {
    counts = latest;
  }
}
