package dev.lanekeeper.worker.observe;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.TestDatabases;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Clock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class HttpEndpointsTest {
  private final Database database = TestDatabases.create(Engine.H2);
  private final PrometheusMeterRegistry registry =
      Registry.create(database.dataSource(), "1.2.3", "simple");
  private final WorkerMetrics metrics =
      new WorkerMetrics(registry, Clock.systemUTC(), System::nanoTime);
  private final Health health = new Health(() -> false);
  private final HttpEndpoints endpoints = HttpEndpoints.open("127.0.0.1", 0, registry, health);

  @AfterEach
  void close() {
    endpoints.close();
    database.close();
  }

  @Test
  void readinessFollowsTheStagesAndLivenessDoesNot() throws Exception {
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    assertThat(get("/livez").statusCode()).isEqualTo(200);
    health.receiving();
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
    health.stopping();
    health.receiving();
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    assertThat(get("/readyz").body()).isEqualTo("stopping\n");
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void metricsShowFatesTimesPoolAndBuild() throws Exception {
    metrics.received(1);
    metrics.settled(sequenced("A", 1), new Outcome.Applied(false));
    metrics.failed(FailureClassifier.Kind.FAILED, new IllegalStateException());
    metrics.timed(() -> "done");

    assertThat(get("/metrics").body())
        .contains("lanekeeper_messages_total{fate=\"applied\"} 1.0")
        .contains("lanekeeper_attempts_failed_total{kind=\"failed\"} 1.0")
        .contains("lanekeeper_handler_seconds_bucket")
        .contains("lanekeeper_end_to_end_seconds_count 1")
        .contains("lanekeeper_lag_seconds")
        .contains("lanekeeper_build_info{mode=\"simple\",version=\"1.2.3\"} 1")
        .contains("hikaricp_connections")
        .contains("jvm_memory_used_bytes");
  }

  @Test
  void occupiedPortIsRefusedWithAMend() {
    assertThatThrownBy(
            () ->
                HttpEndpoints.open(
                    "127.0.0.1", endpoints.port(), registry, new Health(() -> false)))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.UNAVAILABLE))
        .hasMessageContaining("--http-port");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(endpoints.url() + path)).build(),
            HttpResponse.BodyHandlers.ofString());
  }
}
