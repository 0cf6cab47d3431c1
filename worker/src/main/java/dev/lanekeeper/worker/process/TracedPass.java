package dev.lanekeeper.worker.process;

import static io.opentelemetry.api.common.AttributeKey.longKey;
import static io.opentelemetry.api.common.AttributeKey.stringKey;

import dev.lanekeeper.program.tracing.MessageSpans;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.context.Scope;
import java.util.function.IntSupplier;

/**
 * Puts a span around each pass over a message, transaction and handler, and says in it what the
 * pass came to. The span is the current one while the handler runs. Stateless and thread-safe.
 */
final class TracedPass {
  private static final AttributeKey<String> FATE = stringKey("lanekeeper.fate");
  private static final AttributeKey<Long> ATTEMPT = longKey("lanekeeper.attempt");

  private final MessageTraces traces;

  TracedPass(MessageTraces traces) {
    this.traces = traces;
  }

  /** One pass. */
  interface Pass<E extends Exception> {
    Outcome make() throws E;
  }

  /**
   * Makes a pass.
   *
   * @param attempt asked after it: the attempt that it made
   */
  @SuppressWarnings("try") // What is current is asked for elsewhere.
  <E extends Exception> Outcome of(RawMessage raw, IntSupplier attempt, Pass<E> pass) throws E {
    if (!traces.areOn()) {
      return pass.make();
    }
    Span span = traces.process(raw);
    try (Scope ignored = span.makeCurrent()) {
      Outcome outcome = pass.make();
      tell(span, outcome);
      return outcome;
    } catch (Throwable failure) {
      MessageSpans.failed(span, failure);
      throw failure;
    } finally {
      span.setAttribute(ATTEMPT, (long) attempt.getAsInt()).end();
    }
  }

  private static void tell(Span span, Outcome outcome) {
    if (outcome instanceof Outcome.Settled settled) {
      span.setAttribute(FATE, settled.fate().label());
    }
    if (outcome instanceof Outcome.TryAgain again) {
      MessageSpans.failed(span, again.cause());
    } else if (outcome instanceof Outcome.Parked parked) {
      span.setStatus(StatusCode.ERROR, parked.why().label());
    } else if (outcome instanceof Outcome.GivenUp givenUp) {
      span.setStatus(StatusCode.ERROR, givenUp.why().label());
    }
  }
}
