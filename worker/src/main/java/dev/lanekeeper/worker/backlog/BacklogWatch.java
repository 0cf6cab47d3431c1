package dev.lanekeeper.worker.backlog;

import java.io.IOException;
import java.time.Duration;
import java.util.function.BooleanSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks at the backlog from time to time. That it cannot be read is said once, and again when it
 * can; it is no reason for a worker to stop. Called by one thread.
 */
public final class BacklogWatch implements Runnable {
  /** Between two looks. */
  public static final Duration PAUSE = Duration.ofSeconds(15);

  private static final Logger log = LoggerFactory.getLogger(BacklogWatch.class);

  private final BacklogReader reader;
  private final BlockedQueues queues;
  private final BooleanSupplier isExcused;
  private boolean failing;

  /**
   * @param isExcused whether nothing can move for a reason that has been told, such as an outage
   */
  public BacklogWatch(BacklogReader reader, BlockedQueues queues, BooleanSupplier isExcused) {
    this.reader = reader;
    this.queues = queues;
    this.isExcused = isExcused;
  }

  @Override
  public void run() {
    try {
      if (isExcused.getAsBoolean()) {
        queues.excuse();
      } else {
        queues.look(reader.read());
        tellSuccess();
      }
    } catch (IOException | RuntimeException failure) {
      tellFailure(failure);
    }
  }

  private void tellSuccess() {
    if (failing) {
      log.info("the backlog can be read again");
    }
    failing = false;
  }

  private void tellFailure(Exception failure) {
    if (!failing) {
      log.warn(
          "the backlog cannot be read, so blocked queues go unnoticed; trying on: {}",
          failure.toString());
    }
    failing = true;
  }
}
