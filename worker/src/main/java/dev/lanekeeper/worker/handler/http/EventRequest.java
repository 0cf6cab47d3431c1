package dev.lanekeeper.worker.handler.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.program.tracing.TraceContext;
import io.opentelemetry.context.Context;
import java.net.URI;
import java.net.http.HttpRequest;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * A message as an HTTP request: the HTTP binding of CloudEvents 1.0 in binary mode, with the body
 * as it was sent. Immutable and thread-safe.
 *
 * <p>What comes from the message gets into a header only percent-encoded (section 3.1.3.2 of the
 * binding) or when it has the form that the header wants, so no message can add a header.
 */
final class EventRequest {
  private static final String PREFIX = "ce-";
  private static final String EXTENSION = "[a-z0-9]{1,64}";
  private static final Set<String> ATTRIBUTES =
      Set.of("specversion", "id", "source", "type", "subject", "time", "datacontenttype", "data");

  private static final String TRACE_PARENT =
      "[0-9a-f]{2}-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}(-[!-~]{1,200})?";
  private static final String TRACE_STATE = "[ -~]{1,512}";
  private static final String MEDIA_TYPE = "[!-~]+/[!-~]+( *;[ -~]*)?";
  private static final String ANY_BYTES = "application/octet-stream";
  private static final String UNTYPED = "dev.lanekeeper.message.v1";

  private final Optional<Signature> signature;
  private final Supplier<Instant> wallClock;

  EventRequest(Optional<Signature> signature, Supplier<Instant> wallClock) {
    this.signature = signature;
    this.wallClock = wallClock;
  }

  HttpRequest.Builder of(URI target, Message message, IdempotencyKey key) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(target)
            .POST(HttpRequest.BodyPublishers.ofByteArray(message.body()))
            .header("Content-Type", contentType(message))
            .header("User-Agent", "lanekeeper")
            .header("Idempotency-Key", key.quoted());
    attributes(message).forEach((name, value) -> request.header(PREFIX + name, encoded(value)));
    trace(message).forEach(request::header);
    signature.ifPresent(signs -> signs.sign(request, key, wallClock.get(), message.body()));
    return request;
  }

  /** Of the span that is current, or else as the message carries it. */
  private static Map<String, String> trace(Message message) {
    Map<String, String> trace = new TreeMap<>(TraceContext.properties(Context.current()));
    trace.computeIfPresent("tracestate", (name, state) -> fits(state) ? state : null);
    return trace.isEmpty() ? carried(message) : trace;
  }

  private static boolean fits(String traceState) {
    return traceState.matches(TRACE_STATE);
  }

  private static Map<String, String> carried(Message message) {
    Map<String, String> carried = new TreeMap<>();
    message
        .traceParent()
        .filter(trace -> trace.matches(TRACE_PARENT))
        .ifPresent(
            trace -> {
              carried.put("traceparent", trace);
              message
                  .property("tracestate")
                  .filter(EventRequest::fits)
                  .ifPresent(state -> carried.put("tracestate", state));
            });
    return carried;
  }

  private static String contentType(Message message) {
    return message.contentType().filter(type -> type.matches(MEDIA_TYPE)).orElse(ANY_BYTES);
  }

  private static Map<String, String> attributes(Message message) {
    Map<String, String> attributes = new TreeMap<>();
    if (message.properties().containsKey(MessageAttributes.SPEC_VERSION)) {
      message
          .properties()
          .forEach(
              (name, value) -> {
                if (name.matches(EXTENSION) && !value.isEmpty()) {
                  attributes.put(name, value);
                }
              });
      attributes.keySet().removeAll(ATTRIBUTES);
    }
    attributes.put("specversion", "1.0");
    attributes.put("id", message.dedupKey().id());
    attributes.put("source", message.dedupKey().source());
    attributes.put("type", message.type().isEmpty() ? UNTYPED : message.type());
    attributes.put(MessageAttributes.PARTITION_KEY, message.messageGroup());
    message.subject().ifPresent(subject -> attributes.put("subject", subject));
    message
        .time()
        .ifPresent(
            time -> attributes.put("time", DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time)));
    message
        .sequence()
        .ifPresent(sequence -> attributes.put(MessageAttributes.SEQUENCE, Long.toString(sequence)));
    return attributes;
  }

  private static String encoded(String value) {
    StringBuilder encoded = new StringBuilder();
    for (byte octet : value.getBytes(UTF_8)) {
      if (octet > ' ' && octet < 0x7f && octet != '"' && octet != '%') {
        encoded.append((char) octet);
      } else {
        encoded.append("%%%02X".formatted(octet & 0xff));
      }
    }
    return encoded.toString();
  }
}
