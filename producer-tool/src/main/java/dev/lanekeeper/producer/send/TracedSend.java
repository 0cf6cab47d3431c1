package dev.lanekeeper.producer.send;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.program.tracing.MessageSpans;
import dev.lanekeeper.program.tracing.SendSpan;
import dev.lanekeeper.program.tracing.TracedMessage;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/** Puts a span around each try to send a message. Thread-safe. */
final class TracedSend {
  private final MessageSpans spans;
  private final String topic;

  TracedSend(MessageSpans spans, String topic) {
    this.spans = spans;
    this.topic = topic;
  }

  /**
   * Sends a message.
   *
   * @param send gets the message, with the context of the span where it has none of its own
   */
  CompletableFuture<Receipt.Stored> of(
      LedgerMessage message, Function<LedgerMessage, CompletableFuture<Receipt.Stored>> send) {
    if (!spans.areOn()) {
      return send.apply(message);
    }
    SendSpan span = SendSpan.begin(spans, traced(message));
    try {
      return send.apply(with(message, span.properties()))
          .whenComplete(
              (stored, failure) -> span.end(stored == null ? null : stored.messageId(), failure));
    } catch (RuntimeException refused) {
      span.end(null, refused);
      throw refused;
    }
  }

  /** A message that is as large as one may be travels without. */
  private static LedgerMessage with(LedgerMessage message, Map<String, String> context) {
    LedgerMessage larger = message.with(context);
    return MessageLimits.problem(larger, Integer.MAX_VALUE).isEmpty() ? larger : message;
  }

  private TracedMessage traced(LedgerMessage message) {
    return new TracedMessage(
        topic,
        message.messageGroup(),
        Optional.empty(),
        Optional.empty(),
        message.body().length,
        message.properties());
  }
}
