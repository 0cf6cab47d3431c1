package dev.lanekeeper.worker.trace;

import static io.opentelemetry.api.common.AttributeKey.stringKey;

import dev.lanekeeper.program.tracing.MessageSpans;
import dev.lanekeeper.program.tracing.Operation;
import dev.lanekeeper.program.tracing.TracedMessage;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.Scope;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;

/** The trace of one delivery of a message, from its receive on. Immutable and thread-safe. */
public final class DeliveryTrace {
  /** Of a message that is not traced. */
  public static final DeliveryTrace NONE =
      new DeliveryTrace(
          MessageSpans.OFF,
          new TracedMessage("", "", Optional.empty(), Optional.empty(), 0, Map.of()),
          Context.root());

  private static final AttributeKey<String> ANSWER = stringKey("lanekeeper.answer");

  private final MessageSpans spans;
  private final TracedMessage message;
  private final Context context;

  DeliveryTrace(MessageSpans spans, TracedMessage message, Context context) {
    this.spans = spans;
    this.message = message;
    this.context = context;
  }

  /** Does what belongs to the trace, in this thread. */
  @SuppressWarnings("try") // What is current is asked for elsewhere.
  public <T> T within(Supplier<T> work) {
    if (!spans.areOn()) {
      return work.get();
    }
    try (Scope ignored = context.makeCurrent()) {
      return work.get();
    }
  }

  /** Whether the message is traced. */
  public boolean isOn() {
    return spans.areOn();
  }

  /** Begins the span of telling the broker what became of the message. */
  public Span settling() {
    return spans.areOn() ? spans.begin(Operation.SETTLE, context, message) : Span.getInvalid();
  }

  /**
   * The broker was told, or could not be.
   *
   * @param settling from {@link #settling}
   * @param answer what came of it
   */
  public static void settled(Span settling, String answer) {
    settling.setAttribute(ANSWER, answer).end();
  }
}
