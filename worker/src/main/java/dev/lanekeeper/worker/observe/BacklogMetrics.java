package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.backlog.BlockedQueues;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;

/** Shows the backlog, where it is known. */
public final class BacklogMetrics {
  private BacklogMetrics() {}

  public static void show(MeterRegistry registry, BlockedQueues queues) {
    Gauge.builder("lanekeeper.backlog", queues, BlockedQueues::backlog)
        .description("Messages that were sent and not acknowledged, those in work included.")
        .register(registry);
    Gauge.builder("lanekeeper.queues.blocked", queues, BlockedQueues::blocked)
        .description("Queues with a backlog of which nothing was acknowledged for long.")
        .register(registry);
  }
}
