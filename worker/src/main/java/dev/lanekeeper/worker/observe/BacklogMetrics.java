package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.backlog.BlockedQueues;
import io.micrometer.core.instrument.MeterRegistry;

/** Shows the backlog, where it is known. */
public final class BacklogMetrics {
  private BacklogMetrics() {}

  public static void show(
      MeterRegistry registry, BlockedQueues queues, String consumerGroup, String topic) {
    Metric.BACKLOG.gauge(registry, queues::backlog, consumerGroup, topic);
    Metric.QUEUES_BLOCKED.gauge(registry, queues::blocked, consumerGroup, topic);
  }
}
