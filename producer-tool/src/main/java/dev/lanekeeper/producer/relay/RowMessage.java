package dev.lanekeeper.producer.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.producer.message.EventMessage;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.MessageLimits;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.rw.CloudEventRWException;
import java.net.URI;
import java.net.URLEncoder;

/** Builds the message of an outbox row: the same row gives the same message. Stateless. */
final class RowMessage {
  private RowMessage() {}

  /** Says why a row is no message that RocketMQ takes. */
  static final class UnsendableException extends Exception {
    private static final long serialVersionUID = 1L;

    UnsendableException(String problem) {
      super(problem, null, false, false);
    }
  }

  /**
   * Builds it.
   *
   * @param bodyBytes how long a body the broker takes
   */
  static LedgerMessage of(OutboxRow row, int bodyBytes) throws UnsendableException {
    LedgerMessage message;
    try {
      message = build(row);
    } catch (CloudEventRWException | IllegalArgumentException | IllegalStateException wrong) {
      throw new UnsendableException("it is no right CloudEvent: " + wrong.getMessage());
    }
    String problem = MessageLimits.problem(message, bodyBytes).orElse("");
    if (!problem.isEmpty()) {
      throw new UnsendableException(problem);
    }
    return message;
  }

  private static LedgerMessage build(OutboxRow row) {
    String sequence = Long.toString(row.sequence());
    CloudEventBuilder builder =
        CloudEventBuilder.v1()
            .withId(row.eventId())
            .withSource(URI.create(row.source()))
            .withType(row.type())
            .withDataContentType(row.contentType())
            .withExtension(MessageAttributes.PARTITION_KEY, row.messageGroup())
            .withExtension(MessageAttributes.SEQUENCE, sequence);
    row.subject().ifPresent(builder::withSubject);
    row.eventTime().ifPresent(builder::withTime);
    row.traceParent()
        .ifPresent(trace -> builder.withExtension(MessageAttributes.TRACE_PARENT, trace));
    if (row.lastInSequence()) {
      builder.withExtension(MessageAttributes.LAST_IN_SEQUENCE, "true");
    }
    String group = URLEncoder.encode(row.messageGroup(), UTF_8).replace("+", "%20");
    return EventMessage.of(
        builder.build(),
        row.messageGroup(),
        row.sequence(),
        row.tag().orElse(""),
        group + ":" + sequence,
        row.body());
  }
}
