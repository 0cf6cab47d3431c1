package dev.lanekeeper.worker.testing;

import dev.lanekeeper.program.tracing.MessageSpans;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.util.List;

/** Spans that are kept in memory, in the order in which they ended. Thread-safe. */
public final class RecordedSpans implements AutoCloseable {
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .build();

  /** What makes them. */
  public MessageSpans spans() {
    return MessageSpans.of(sdk);
  }

  public List<SpanData> ended() {
    return exporter.getFinishedSpanItems();
  }

  /** The one span of this name. */
  public SpanData only(String name) {
    List<SpanData> found = ended().stream().filter(span -> span.getName().equals(name)).toList();
    if (found.size() != 1) {
      throw new AssertionError(found.size() + " spans " + name + " of " + ended());
    }
    return found.get(0);
  }

  /** An attribute as text. */
  public static String attribute(SpanData span, String name) {
    return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
  }

  @Override
  public void close() {
    sdk.close();
  }
}
