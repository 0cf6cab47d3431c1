package dev.lanekeeper.program.tracing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Test;

/** Issue 7, "Tracing": off by default, OTLP by the standard variables. */
class TracingTest {
  private static final Duration SOON = Duration.ofSeconds(20);
  private static final TracedMessage MESSAGE =
      new TracedMessage("orders", "A", Optional.empty(), Optional.empty(), 2, Map.of());

  @Test
  void isOffUnlessAVariableAsksForIt() {
    assertOff(Map.of());
    assertOff(Map.of("OTEL_SERVICE_NAME", "orders", "OTEL_TRACES_SAMPLER", "always_on"));
    assertOff(Map.of("OTEL_TRACES_EXPORTER", "none", "OTEL_EXPORTER_OTLP_ENDPOINT", "http://c"));
    assertOff(Map.of("OTEL_SDK_DISABLED", "true", "OTEL_TRACES_EXPORTER", "otlp"));
    assertOff(Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", " "));
  }

  private static void assertOff(Map<String, String> environment) {
    try (Tracing tracing = Tracing.open("tests", SOON, environment)) {
      assertThat(tracing.spans()).as("%s", environment).isSameAs(MessageSpans.OFF);
    }
  }

  @Test
  void spansThatAreOffAreNoneAndAddNothingToAMessage() {
    SendSpan span = SendSpan.begin(MessageSpans.OFF, MESSAGE);
    span.end("id", null);
    assertThat(MessageSpans.OFF.areOn()).isFalse();
    assertThat(span.properties()).isEmpty();
  }

  /** The exporter of the standard variables, over the JDK's client. */
  @Test
  void spansGoToTheCollectorThatTheVariablesName() throws IOException {
    List<String> received = new CopyOnWriteArrayList<>();
    HttpServer collector =
        HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    collector.createContext(
        "/v1/traces",
        exchange -> {
          byte[] body = exchange.getRequestBody().readAllBytes();
          received.add(new String(body, StandardCharsets.ISO_8859_1));
          exchange.getResponseHeaders().add("Content-Type", "application/x-protobuf");
          exchange.sendResponseHeaders(200, -1);
          exchange.close();
        });
    collector.start();
    String endpoint = "http://127.0.0.1:" + collector.getAddress().getPort();
    try (Tracing tracing =
        Tracing.open("tests", SOON, Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", endpoint))) {
      SendSpan.begin(tracing.spans(), MESSAGE).end("id", null);
    } finally {
      collector.stop(0);
    }
    assertThat(received).hasSize(1);
    assertThat(received.get(0)).contains("send orders", "service.name", "tests", "rocketmq");
  }

  @Test
  void nameOfTheServiceIsTheVariablesWhereThereIsOne() {
    assertThat(Tracing.properties("tests", Map.of())).containsEntry("otel.service.name", "tests");
    assertThat(Tracing.properties("tests", Map.of("OTEL_SERVICE_NAME", "mine")))
        .containsEntry("otel.service.name", "mine");
    assertThat(Tracing.properties("tests", Map.of("OTEL_RESOURCE_ATTRIBUTES", "service.name=mine")))
        .doesNotContainKey("otel.service.name");
  }

  @Test
  void exporterThatIsNotHereIsToldInAPlainLine() {
    assertThatThrownBy(() -> Tracing.open("tests", SOON, Map.of("OTEL_TRACES_EXPORTER", "zipkin")))
        .isInstanceOfSatisfying(
            ProgramException.class,
            wrong -> assertThat(wrong.exitCode()).isEqualTo(ExitCode.CONFIGURATION))
        .hasMessageContaining("zipkin")
        .hasMessageContaining("http/protobuf");
    assertThatThrownBy(
            () ->
                Tracing.open(
                    "tests",
                    SOON,
                    Map.of("OTEL_TRACES_EXPORTER", "otlp", "OTEL_EXPORTER_OTLP_PROTOCOL", "grpc")))
        .isInstanceOf(ProgramException.class);
  }

  @Test
  void keyOfTheCollectorIsNotPrinted() {
    Map<String, String> environment =
        Map.of(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1",
            "OTEL_EXPORTER_OTLP_HEADERS", "Authorization: Bearer of-bad-news");
    assertThatThrownBy(() -> Tracing.open("tests", SOON, environment))
        .isInstanceOf(ProgramException.class)
        .hasNoCause()
        .hasMessageContaining("headers")
        .extracting(Throwable::getMessage)
        .asString()
        .doesNotContain("news");
  }

  @Test
  void exportersOfMetricsAndLogsAreNotAskedFor() {
    Map<String, String> environment =
        Map.of(
            "OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1",
            "OTEL_METRICS_EXPORTER", "prometheus",
            "OTEL_LOGS_EXPORTER", "console");
    try (Tracing tracing = Tracing.open("tests", SOON, environment)) {
      assertThat(tracing.spans().areOn()).isTrue();
    }
  }

  @Test
  void failureThatCannotTellItselfFailsNoSpan() {
    Throwable silent =
        new IllegalStateException() {
          private static final long serialVersionUID = 1L;

          @Override
          public String getMessage() {
            throw new UnsupportedOperationException("no message");
          }
        };
    try (Tracing tracing =
        Tracing.open(
            "tests", Duration.ZERO, Map.of("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:1"))) {
      SendSpan.begin(tracing.spans(), MESSAGE).end(null, silent);
    }
  }
}
