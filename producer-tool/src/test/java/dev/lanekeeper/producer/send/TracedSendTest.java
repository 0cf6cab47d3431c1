package dev.lanekeeper.producer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.program.tracing.MessageSpans;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.api.trace.StatusCode;
import io.opentelemetry.sdk.OpenTelemetrySdk;
import io.opentelemetry.sdk.testing.exporter.InMemorySpanExporter;
import io.opentelemetry.sdk.trace.SdkTracerProvider;
import io.opentelemetry.sdk.trace.data.SpanData;
import io.opentelemetry.sdk.trace.export.SimpleSpanProcessor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Issue 7, "Tracing": what the producer's side writes into a message. */
class TracedSendTest {
  private static final String OWN = "00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01";

  @TempDir private Path folder = Path.of("");
  private final InMemorySpanExporter exporter = InMemorySpanExporter.create();
  private final OpenTelemetrySdk sdk =
      OpenTelemetrySdk.builder()
          .setTracerProvider(
              SdkTracerProvider.builder()
                  .addSpanProcessor(SimpleSpanProcessor.create(exporter))
                  .build())
          .build();
  private final TracedSend traced = new TracedSend(MessageSpans.of(sdk), "ledger");
  private final List<LedgerMessage> sent = new ArrayList<>();

  @AfterEach
  void close() {
    sdk.close();
  }

  @Test
  void messageCarriesTheContextOfItsSpan() throws IOException {
    send(message());
    SpanData span = only();
    assertThat(span.getName()).isEqualTo("send ledger");
    assertThat(span.getKind()).isEqualTo(SpanKind.PRODUCER);
    assertThat(attribute(span, "messaging.system")).isEqualTo("rocketmq");
    assertThat(attribute(span, "messaging.destination.name")).isEqualTo("ledger");
    assertThat(attribute(span, "messaging.rocketmq.message.group")).isEqualTo("A");
    assertThat(attribute(span, "messaging.message.id")).isEqualTo("id-1");
    assertThat(attribute(span, "cloudevents.event_id")).isEqualTo("1");
    assertThat(sent.get(0).properties().get("traceparent"))
        .startsWith("00-" + span.getTraceId() + "-" + span.getSpanId() + "-0");
  }

  @Test
  void contextIsNoPartOfWhatIdentifiesTheMessage() throws IOException {
    send(message());
    send(message());
    assertThat(sent.get(0).properties()).isNotEqualTo(sent.get(1).properties());
    assertThat(sent.get(0).receipt(Optional.empty()))
        .isEqualTo(sent.get(1).receipt(Optional.empty()))
        .isEqualTo(message().receipt(Optional.empty()));
  }

  @Test
  void contextOfTheMessageItselfStays() throws IOException {
    send(message().with(Map.of("traceparent", OWN)));
    assertThat(sent.get(0).properties()).containsEntry("traceparent", OWN);
    assertThat(only().getTraceId()).isEqualTo(OWN.substring(3, 35));
    assertThat(only().getParentSpanId()).isEqualTo(OWN.substring(36, 52));
  }

  @Test
  void withoutTracingTheMessageIsSentAsItIs() throws IOException {
    LedgerMessage message = message();
    new TracedSend(MessageSpans.OFF, "ledger").of(message, this::stored);
    assertThat(sent).containsExactly(message);
    assertThat(exporter.getFinishedSpanItems()).isEmpty();
  }

  @Test
  void messageWithoutRoomForItIsSentAsItIs() throws IOException {
    LedgerMessage message = message();
    int room = 128 - message.properties().size();
    LedgerMessage full =
        message.with(
            IntStream.range(0, room)
                .boxed()
                .collect(Collectors.toMap(number -> "p" + number, number -> "x")));
    send(full);
    assertThat(sent).containsExactly(full);
    assertThat(exporter.getFinishedSpanItems()).hasSize(1);
  }

  @Test
  void failureIsInTheSpan() throws IOException {
    traced.of(
        message(), refused -> CompletableFuture.failedFuture(new IllegalStateException("away")));
    assertThat(only().getStatus().getStatusCode()).isEqualTo(StatusCode.ERROR);
    assertThat(attribute(only(), "error.type")).isEqualTo("java.lang.IllegalStateException");
  }

  /** Built anew each time, as by another run. */
  private LedgerMessage message() throws IOException {
    String record = LedgerFiles.HEADER + "create,A,t1,,1,EUR,,,\n";
    return LedgerFiles.messages(LedgerFiles.write(folder, "ledger.csv", record)).get(0);
  }

  private void send(LedgerMessage what) {
    assertThat(traced.of(what, this::stored)).isCompleted();
  }

  private CompletableFuture<Receipt.Stored> stored(LedgerMessage what) {
    sent.add(what);
    return CompletableFuture.completedFuture(new Receipt.Stored("id-" + sent.size(), 0, 0));
  }

  private SpanData only() {
    assertThat(exporter.getFinishedSpanItems()).hasSize(1);
    return exporter.getFinishedSpanItems().get(0);
  }

  private static String attribute(SpanData span, String name) {
    return String.valueOf(span.getAttributes().get(AttributeKey.stringKey(name)));
  }
}
