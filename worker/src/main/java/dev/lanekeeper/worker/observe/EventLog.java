package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.ProcessListener;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Writes a line for each message that was given up; nothing for each that went well. Thread-safe.
 */
public final class EventLog implements ProcessListener {
  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");

  private final ProcessListener next;

  /**
   * @param next is told everything too
   */
  public EventLog(ProcessListener next) {
    this.next = next;
  }

  @Override
  public void settled(RawMessage raw, Outcome.Settled outcome) {
    if (outcome instanceof Outcome.GivenUp givenUp) {
      log.warn(
          "{} ({}): topic={} message_group={} message_id={}",
          givenUp.fate().label(),
          givenUp.why().label(),
          raw.topic(),
          raw.messageGroup(),
          raw.messageId());
    }
    next.settled(raw, outcome);
  }

  @Override
  public void failed(FailureClassifier.Kind kind) {
    next.failed(kind);
  }

  @Override
  public <T> T timed(Callable<T> handler) throws Exception {
    return next.timed(handler);
  }
}
