package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.backlog.BlockedQueues;
import dev.lanekeeper.worker.backlog.QueueState;
import java.time.Duration;
import java.time.temporal.ChronoUnit;

/** Writes one line when a queue is blocked, and one when it moves again. Thread-safe. */
public final class BacklogLog implements BlockedQueues.Listener {
  private final String topic;

  public BacklogLog(String topic) {
    this.topic = topic;
  }

  @Override
  public void blocked(QueueState queue, Duration since) {
    LogEvent.QUEUE_BLOCKED
        .line()
        .addKeyValue("topic", topic)
        .addKeyValue("queue", queue.name())
        .log(
            "blocked queue {} of topic {}: {} messages wait, and for {} none was acknowledged; a handler"
                + " takes that long, or somebody else holds the first of them (see ops/README.md)",
            queue.name(),
            topic,
            queue.backlog(),
            since.truncatedTo(ChronoUnit.SECONDS));
  }

  @Override
  public void moves(QueueState queue, Duration after) {
    LogEvent.QUEUE_MOVES
        .line()
        .addKeyValue("topic", topic)
        .addKeyValue("queue", queue.name())
        .log(
            "queue {} of topic {} moves again after {}",
            queue.name(),
            topic,
            after.truncatedTo(ChronoUnit.SECONDS));
  }
}
