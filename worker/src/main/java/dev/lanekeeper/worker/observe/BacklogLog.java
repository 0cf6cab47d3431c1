package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.backlog.BlockedQueues;
import dev.lanekeeper.worker.backlog.QueueState;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Writes one line when a queue is blocked, and one when it moves again. Thread-safe. */
public final class BacklogLog implements BlockedQueues.Listener {
  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");

  private final String topic;

  public BacklogLog(String topic) {
    this.topic = topic;
  }

  @Override
  public void blocked(QueueState queue, Duration since) {
    log.warn(
        "blocked queue {} of topic {}: {} messages wait, and for {} none was acknowledged; a handler"
            + " takes that long, or somebody else holds the first of them (see ops/README.md)",
        queue.name(),
        topic,
        queue.backlog(),
        since.truncatedTo(ChronoUnit.SECONDS));
  }

  @Override
  public void moves(QueueState queue, Duration after) {
    log.info(
        "queue {} of topic {} moves again after {}",
        queue.name(),
        topic,
        after.truncatedTo(ChronoUnit.SECONDS));
  }
}
