package dev.lanekeeper.worker.observe;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanContext;
import java.util.Locale;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.slf4j.spi.LoggingEventBuilder;

/** The events of a worker that its log names, as the README's table has them: stable names. */
public enum LogEvent {
  RECEIVING(Level.INFO, "the worker takes messages from now on"),
  STOPPING(Level.INFO, "the worker has nothing more to wait for, and stops"),
  CUT_OFF(Level.WARN, "the time to stop is over: work rolls back, and comes again"),
  GIVEN_UP(
      Level.WARN,
      "a message became the head of a parked group, or a dead letter; `error_code` says why"),
  EARLY(Level.WARN, "a message came before its predecessors; told for the first one only"),
  GROUP_CHANGED(
      Level.INFO,
      "a group's state changed, to `state` from `state_before`; a warning for `parked`"),
  GROUP_FULL(Level.ERROR, "a group holds as many messages as `--max-held` allows; once a group"),
  UNDECIDED(Level.ERROR, "a message can be neither applied nor given up; once a message"),
  RESULT_NOT_GIVEN_BACK(Level.WARN, "the handler failed with a stored result"),
  EFFECT_CLAIM_LOST(
      Level.WARN, "a call outside the database took longer than its claim: it may be made twice"),
  EFFECT_TAKEN_OVER(
      Level.WARN,
      "a claim on a call outside the database ended with no word of what came of it; the policy"
          + " decides"),
  OUTAGE_BEGAN(Level.WARN, "an outage opened; `side` is `settling` or `receiving`"),
  OUTAGE_ENDED(Level.INFO, "it is over, after `seconds`"),
  CLIENT_REBUILT(Level.WARN, "the RocketMQ client was rebuilt after a silence"),
  QUEUE_BLOCKED(Level.WARN, "a queue stands still"),
  QUEUE_MOVES(Level.INFO, "it moves again");

  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");

  /** The field that carries an event's name. */
  static final String FIELD = "event";

  /** The trace of the message that the line is about. */
  static final String TRACE_ID = "trace_id";

  private final Level level;
  private final String meaning;

  LogEvent(Level level, String meaning) {
    this.level = level;
    this.meaning = meaning;
  }

  /** Its name in the log. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** How bad it is, unless it says otherwise itself. */
  public Level level() {
    return level;
  }

  /** What it tells, for people. */
  public String meaning() {
    return meaning;
  }

  /** Begins a line of the log. */
  public LoggingEventBuilder line() {
    return line(level);
  }

  LoggingEventBuilder line(Level other) {
    LoggingEventBuilder line = log.atLevel(other).addKeyValue(FIELD, label());
    SpanContext span = Span.current().getSpanContext();
    return span.isValid() ? line.addKeyValue(TRACE_ID, span.getTraceId()) : line;
  }
}
