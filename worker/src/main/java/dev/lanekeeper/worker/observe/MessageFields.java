package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.message.RawMessage;
import io.opentelemetry.api.trace.Span;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.spi.LoggingEventBuilder;

/** What a line of the log says of a message, in fields of stable names. Stateless. */
final class MessageFields {
  /** W3C Trace Context: version, trace id, parent id, flags. */
  private static final Pattern TRACEPARENT =
      Pattern.compile("[0-9a-f]{2}-([0-9a-f]{32})-[0-9a-f]{16}-[0-9a-f]{2}.*");

  private MessageFields() {}

  /** Adds them; those that the message does not have are left out. */
  static LoggingEventBuilder add(LoggingEventBuilder line, RawMessage raw) {
    LoggingEventBuilder with =
        line.addKeyValue("topic", raw.topic())
            .addKeyValue("message_group", raw.messageGroup())
            .addKeyValue("message_id", raw.messageId())
            .addKeyValue("delivery_attempt", raw.deliveryAttempt());
    Map<String, String> properties = raw.properties();
    with = add(with, "source", properties.get("CE_source"));
    with = add(with, "event_id", properties.get("CE_id"));
    with = add(with, "sequence", properties.get("sequence"));
    boolean isThere = Span.current().getSpanContext().isValid(); // Then the event has added it.
    return isThere ? with : add(with, LogEvent.TRACE_ID, traceId(properties).orElse(null));
  }

  private static LoggingEventBuilder add(
      LoggingEventBuilder line, String name, @Nullable String value) {
    return value == null ? line : line.addKeyValue(name, value);
  }

  private static Optional<String> traceId(Map<String, String> properties) {
    Matcher matcher = TRACEPARENT.matcher(properties.getOrDefault("traceparent", ""));
    return matcher.matches() ? Optional.of(matcher.group(1)) : Optional.empty();
  }
}
