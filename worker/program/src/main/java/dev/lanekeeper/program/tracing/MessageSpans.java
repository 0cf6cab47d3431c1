package dev.lanekeeper.program.tracing;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;

import io.opentelemetry.api.OpenTelemetry;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanBuilder;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.api.trace.Tracer;
import io.opentelemetry.context.Context;
import java.time.Instant;
import java.util.Map;

/**
 * Spans of messages, with the names and attributes of OpenTelemetry's semantic conventions for
 * messaging, for RocketMQ and for CloudEvents. Group and ids are attributes of spans, which cost
 * nothing when they are many, and never labels of metrics. Immutable and thread-safe.
 */
public final class MessageSpans {
  /** No spans. Who asks {@link #areOn} first pays nothing for them. */
  public static final MessageSpans OFF = new MessageSpans(OpenTelemetry.noop(), false);

  private static final AttributeKey<String> SYSTEM = stringKey("messaging.system");
  private static final AttributeKey<String> OPERATION_NAME = stringKey("messaging.operation.name");
  private static final AttributeKey<String> OPERATION_TYPE = stringKey("messaging.operation.type");
  private static final AttributeKey<String> DESTINATION = stringKey("messaging.destination.name");
  private static final AttributeKey<String> CONSUMER_GROUP =
      stringKey("messaging.consumer.group.name");
  private static final AttributeKey<String> MESSAGE_ID = stringKey("messaging.message.id");
  private static final AttributeKey<Long> BODY_SIZE = longKey("messaging.message.body.size");
  private static final AttributeKey<String> MESSAGE_GROUP =
      stringKey("messaging.rocketmq.message.group");
  private static final AttributeKey<String> MESSAGE_TYPE =
      stringKey("messaging.rocketmq.message.type");
  private static final AttributeKey<String> ERROR_TYPE = stringKey("error.type");

  private static final Map<String, AttributeKey<String>> OF_PROPERTIES =
      Map.of(
          "CE_id", stringKey("cloudevents.event_id"),
          "CE_source", stringKey("cloudevents.event_source"),
          "CE_type", stringKey("cloudevents.event_type"));

  private final Tracer tracer;
  private final boolean on;

  private MessageSpans(OpenTelemetry telemetry, boolean on) {
    this.tracer = telemetry.getTracer("dev.lanekeeper");
    this.on = on;
  }

  /** Spans that go to wherever this is set up for. */
  public static MessageSpans of(OpenTelemetry telemetry) {
    return new MessageSpans(telemetry, true);
  }

  public boolean areOn() {
    return on;
  }

  /** Begins a span now. */
  public Span begin(Operation operation, Context parent, TracedMessage message) {
    return builder(operation, parent, message).startSpan();
  }

  /** A span that has begun before it was known for which message. */
  public Span since(Instant begin, Operation operation, Context parent, TracedMessage message) {
    return builder(operation, parent, message).setStartTimestamp(begin).startSpan();
  }

  private SpanBuilder builder(Operation operation, Context parent, TracedMessage message) {
    SpanBuilder builder =
        tracer
            .spanBuilder(operation.label() + " " + message.topic())
            .setSpanKind(operation.kind())
            .setParent(parent)
            .setAttribute(SYSTEM, "rocketmq")
            .setAttribute(OPERATION_NAME, operation.label())
            .setAttribute(OPERATION_TYPE, operation.label())
            .setAttribute(DESTINATION, message.topic())
            .setAttribute(MESSAGE_GROUP, message.messageGroup())
            .setAttribute(MESSAGE_TYPE, "fifo")
            .setAttribute(BODY_SIZE, (long) message.bodyBytes());
    message.consumerGroup().ifPresent(group -> builder.setAttribute(CONSUMER_GROUP, group));
    message.messageId().ifPresent(id -> builder.setAttribute(MESSAGE_ID, id));
    OF_PROPERTIES.forEach(
        (property, attribute) -> {
          String value = message.properties().get(property);
          if (value != null) {
            builder.setAttribute(attribute, value);
          }
        });
    return builder;
  }

  /** The broker has given the message an id. */
  public static void stored(Span span, String messageId) {
    span.setAttribute(MESSAGE_ID, messageId);
  }

  /**
   * What the span is of has failed. Tracing must not, so a failure that cannot tell itself is none.
   */
  public static void failed(Span span, Throwable failure) {
    span.setAttribute(ERROR_TYPE, failure.getClass().getName()).setStatus(StatusCode.ERROR);
    try {
      span.recordException(failure);
    } catch (RuntimeException | LinkageError | StackOverflowError untold) {
      span.setAttribute("lanekeeper.untold", untold.getClass().getName());
    }
  }
}
