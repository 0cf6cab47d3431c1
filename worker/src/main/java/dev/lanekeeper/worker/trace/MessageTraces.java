package dev.lanekeeper.worker.trace;

import dev.lanekeeper.program.tracing.MessageSpans;
import dev.lanekeeper.program.tracing.Operation;
import dev.lanekeeper.program.tracing.TraceContext;
import dev.lanekeeper.program.tracing.TracedMessage;
import dev.lanekeeper.worker.message.RawMessage;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Optional;

/**
 * Continues the trace that a message carries, from the span of its sender: received, processed in
 * each pass, settled. A message without one begins a trace. Immutable and thread-safe.
 */
public final class MessageTraces {
  /** No traces. */
  public static final MessageTraces OFF = new MessageTraces(MessageSpans.OFF, "");

  private final MessageSpans spans;
  private final String consumerGroup;

  public MessageTraces(MessageSpans spans, String consumerGroup) {
    this.spans = spans;
    this.consumerGroup = consumerGroup;
  }

  public boolean areOn() {
    return spans.areOn();
  }

  /** When something begins of which a span may tell later; asks no clock where none will. */
  public Instant now() {
    return areOn() ? Instant.now() : Instant.EPOCH;
  }

  /**
   * A message was received.
   *
   * @param asked from {@link #now}, when the receive began that brought it; its span begins no
   *     earlier than the message, for which a receive may have waited
   */
  public DeliveryTrace received(RawMessage raw, Instant asked) {
    if (!areOn()) {
      return DeliveryTrace.NONE;
    }
    Instant now = now();
    Instant begin = raw.bornAt().isAfter(asked) ? raw.bornAt() : asked;
    TracedMessage message = traced(raw);
    Span span =
        spans.since(
            begin.isAfter(now) ? now : begin,
            Operation.RECEIVE,
            TraceContext.of(raw.properties()),
            message);
    span.end(now);
    return new DeliveryTrace(spans, message, Context.root().with(span));
  }

  /**
   * Begins the span of one pass over a message: in the trace of its delivery while that is current,
   * else in the trace that it carries, as a held message's is.
   */
  public Span process(RawMessage raw) {
    Context current = Context.current();
    boolean delivered = Span.fromContext(current).getSpanContext().isValid();
    Context parent = delivered ? current : TraceContext.of(raw.properties());
    return spans.begin(Operation.PROCESS, parent, traced(raw));
  }

  private TracedMessage traced(RawMessage raw) {
    return new TracedMessage(
        raw.topic(),
        raw.messageGroup(),
        Optional.of(consumerGroup),
        Optional.of(raw.messageId()),
        raw.body().length,
        raw.properties());
  }
}
