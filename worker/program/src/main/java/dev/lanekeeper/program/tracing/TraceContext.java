package dev.lanekeeper.program.tracing;

import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.propagation.W3CTraceContextPropagator;
import io.opentelemetry.context.Context;
import io.opentelemetry.context.propagation.TextMapGetter;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The context of a trace as properties of a message: {@code traceparent} and {@code tracestate}, as
 * the distributed tracing extension of CloudEvents and W3C Trace Context name them. Stateless.
 */
public final class TraceContext {
  private static final W3CTraceContextPropagator W3C = W3CTraceContextPropagator.getInstance();

  private static final TextMapGetter<Map<String, String>> PROPERTIES =
      new TextMapGetter<>() {
        @Override
        public Iterable<String> keys(Map<String, String> properties) {
          return properties.keySet();
        }

        @Override
        public @Nullable String get(@Nullable Map<String, String> properties, String name) {
          return properties == null ? null : properties.get(name);
        }
      };

  private TraceContext() {}

  /** The context that a message carries; the root where it has none, or none that can be read. */
  public static Context of(Map<String, String> properties) {
    return W3C.extract(Context.root(), properties, PROPERTIES);
  }

  /** The properties that carry a context on; none where there is no span in it. */
  public static Map<String, String> properties(Context context) {
    if (!Span.fromContext(context).getSpanContext().isValid()) {
      return Map.of();
    }
    Map<String, String> properties = new HashMap<>();
    W3C.inject(
        context,
        properties,
        (carrier, name, value) -> Objects.requireNonNull(carrier).put(name, value));
    return properties;
  }
}
