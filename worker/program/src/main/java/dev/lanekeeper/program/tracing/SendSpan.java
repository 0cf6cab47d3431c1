package dev.lanekeeper.program.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import java.util.Map;
import java.util.concurrent.CompletionException;
import org.jspecify.annotations.Nullable;

/**
 * The span of one message that is sent. Its context travels with the message, unless the message
 * has one of its own: then the span is a part of that trace, and the message stays as it is.
 * Thread-safe.
 */
public final class SendSpan {
  private final Span span;
  private final Map<String, String> properties;

  private SendSpan(Span span, Map<String, String> properties) {
    this.span = span;
    this.properties = properties;
  }

  /** Begins it now. */
  public static SendSpan begin(MessageSpans spans, TracedMessage message) {
    Context own = TraceContext.of(message.properties());
    Span span = spans.begin(Operation.SEND, own, message);
    boolean hasOwn = Span.fromContext(own).getSpanContext().isValid();
    return new SendSpan(
        span, hasOwn ? Map.of() : TraceContext.properties(Context.root().with(span)));
  }

  /** What the message gets in addition; it is no part of what identifies a message. */
  public Map<String, String> properties() {
    return properties;
  }

  /** The broker has stored it under this id, or the failure says why that is not known. */
  public void end(@Nullable String messageId, @Nullable Throwable failure) {
    if (messageId != null) {
      MessageSpans.stored(span, messageId);
    }
    if (failure != null) {
      Throwable cause = failure instanceof CompletionException ? failure.getCause() : null;
      MessageSpans.failed(span, cause == null ? failure : cause);
    }
    span.end();
  }
}
