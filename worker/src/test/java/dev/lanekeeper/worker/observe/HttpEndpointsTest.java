package dev.lanekeeper.worker.observe;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.Program;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.cli.top.TopCommand;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.lane.LaneView;
import dev.lanekeeper.worker.operate.SlowestHeld;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.TestDatabases;
import io.github.resilience4j.ratelimiter.RateLimiter;
import io.github.resilience4j.ratelimiter.RateLimiterConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class HttpEndpointsTest {
  private final Database database = TestDatabases.create(Engine.H2);
  private final PrometheusMeterRegistry registry =
      Registry.create(database.dataSource(), "1.2.3", "simple");
  private final WorkerMetrics metrics =
      new WorkerMetrics(registry, Clock.systemUTC(), System::nanoTime);
  private final AtomicBoolean settling = new AtomicBoolean();
  private final AtomicLong now = new AtomicLong();
  private final Health health = new Health(settling::get, () -> false, now::get);
  private final HttpEndpoints endpoints =
      HttpEndpoints.open("127.0.0.1", 0, registry::scrape, health, HttpEndpointsTest::headOfLine);

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
    assertThat(detail("/readyz").path("status").asString()).isEqualTo("stopping");
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void startIsOverOnceAndForAll() throws Exception {
    assertThat(get("/startupz").statusCode()).isEqualTo(503);
    health.receiving();
    assertThat(get("/startupz").statusCode()).isEqualTo(200);
    settling.set(true);
    assertThat(get("/startupz").statusCode()).isEqualTo(200);
    health.stopping();
    assertThat(get("/startupz").statusCode()).isEqualTo(200);
  }

  /** Public case D2: an outage of the database must restart nobody. */
  @Test
  void outageTakesReadinessAndNotTheLife() throws Exception {
    health.receiving();
    settling.set(true);
    assertThat(get("/readyz").statusCode()).isEqualTo(503);
    assertThat(get("/livez").statusCode()).isEqualTo(200);
    JsonNode detail = detail("/readyz");
    assertThat(detail.path("status").asString()).isEqualTo("outage");
    assertThat(detail.path("ready").asBoolean()).isFalse();
    assertThat(detail.path("outages").path("settling").asBoolean()).isTrue();
    assertThat(detail.path("outages").path("receiving").asBoolean()).isFalse();
    settling.set(false);
    assertThat(get("/readyz").statusCode()).isEqualTo(200);
  }

  @Test
  void processWhoseMainLoopIsStuckIsNotAlive() throws Exception {
    health.receiving();
    now.addAndGet(Duration.ofSeconds(59).toNanos());
    assertThat(get("/livez").statusCode()).isEqualTo(200);
    now.addAndGet(Duration.ofSeconds(2).toNanos());
    assertThat(get("/livez").statusCode()).isEqualTo(503);
    health.beat();
    assertThat(get("/livez").statusCode()).isEqualTo(200);
  }

  @Test
  void probesAnswerWhileEveryConnectionOfThePoolIsTaken() throws Exception {
    health.receiving();
    int size = database.dataSource().getMaximumPoolSize();
    List<Connection> taken = new ArrayList<>();
    try {
      for (int i = 0; i < size; i++) {
        taken.add(database.dataSource().getConnection());
      }
      for (String probe : List.of("/livez", "/readyz", "/startupz", "/api/groups/slowest")) {
        assertThat(get(probe).statusCode()).as(probe).isEqualTo(200);
      }
    } finally {
      for (Connection connection : taken) {
        connection.close();
      }
    }
  }

  /** Each of them would hold a thread for as long as it likes. */
  @Test
  void callersWhoNeverEndTheirRequestKeepNobodyOut() throws Exception {
    List<Socket> slow = new ArrayList<>();
    try {
      for (int i = 0; i < 8; i++) {
        Socket socket = new Socket("127.0.0.1", endpoints.port());
        slow.add(socket);
        socket.getOutputStream().write("GET /livez HTTP/1.1\r\nHost: a".getBytes(UTF_8));
        socket.getOutputStream().flush();
      }
      assertThat(get("/livez").statusCode()).isEqualTo(200);
    } finally {
      for (Socket socket : slow) {
        socket.close();
      }
    }
  }

  @Test
  void whatCostsMoreThanAProbeIsAnsweredSoOftenAndNotMore() throws Exception {
    RateLimiter twice =
        RateLimiter.of(
            "test",
            RateLimiterConfig.custom()
                .limitForPeriod(2)
                .limitRefreshPeriod(Duration.ofHours(1))
                .timeoutDuration(Duration.ZERO)
                .build());
    try (HttpEndpoints few =
        HttpEndpoints.open(
            "127.0.0.1", 0, registry::scrape, health, HttpEndpointsTest::headOfLine, twice)) {
      assertThat(get(few, "/metrics").statusCode()).isEqualTo(200);
      assertThat(get(few, "/api/groups/slowest").statusCode()).isEqualTo(200);
      HttpResponse<String> tooMuch = get(few, "/metrics");
      assertThat(tooMuch.statusCode()).isEqualTo(429);
      assertThat(tooMuch.headers().firstValue("Retry-After")).contains("1");
      assertThat(get(few, "/livez").statusCode()).isEqualTo(200);
    }
  }

  @Test
  void requestWithTooMuchInItsHeadIsNotRead() {
    HttpRequest large =
        HttpRequest.newBuilder(URI.create(endpoints.url() + "/livez"))
            .header("X-Large", "x".repeat(100_000))
            .build();
    assertThatThrownBy(() -> send(large)).isInstanceOf(IOException.class);
    assertThat(health.isAlive()).isTrue();
  }

  @Test
  void nothingIsChangedAndNothingElseIsThere() throws Exception {
    HttpRequest post =
        HttpRequest.newBuilder(URI.create(endpoints.url() + "/metrics"))
            .POST(HttpRequest.BodyPublishers.ofString("x"))
            .build();
    assertThat(send(post).statusCode()).isEqualTo(405);
    assertThat(get("/metricsx").statusCode()).isEqualTo(404);
    assertThat(get("/").body()).contains("/metrics", "/api/groups/slowest");
  }

  @Test
  void headOfTheLineIsTold() throws Exception {
    JsonNode groups = detail("/api/groups/slowest").path("groups");
    assertThat(groups.size()).isEqualTo(2);
    assertThat(groups.get(0).path("message_group").asString()).isEqualTo("parked-one");
    assertThat(groups.get(0).path("state").asString()).isEqualTo("parked");
    assertThat(groups.get(0).path("waited_seconds").asDouble()).isEqualTo(90);
    assertThat(groups.get(0).path("behind").asInt()).isEqualTo(7);
    assertThat(groups.get(1).path("state").asString()).isEqualTo("retrying");
    assertThat(groups.get(1).path("attempt").asInt()).isEqualTo(3);
    assertThat(groups.get(1).path("next_try_seconds").asDouble()).isEqualTo(1.5);
  }

  @Test
  void topShowsWhatTheWorkersTell() {
    Run table = top("--url", endpoints.url() + "," + endpoints.url() + "/");
    assertThat(table.exitCode()).as(table.err()).isZero();
    assertThat(table.out().lines().findFirst().orElse(""))
        .contains("group", "state", "waited_s", "attempt", "next_try_s", "behind");
    assertThat(table.out()).containsOnlyOnce("parked-one").contains("retry?ing");
    assertThat(table.out().lines()).hasSize(4); // A held group once, a lane of each worker.
    assertThat(top("--url", endpoints.url(), "--limit", "1").out().lines()).hasSize(2);
  }

  @Test
  void topSaysWhenNoWorkerAnswers() {
    int port = endpoints.port();
    endpoints.close();
    Run run = top("--url", "http://127.0.0.1:" + port);
    assertThat(run.exitCode()).isEqualTo(69);
    assertThat(run.err()).contains("--url");
  }

  private record Run(int exitCode, String out, String err) {}

  private static Run top(String... arguments) {
    List<String> all = new ArrayList<>(List.of(arguments));
    StringWriter out = new StringWriter();
    StringWriter err = new StringWriter();
    int exitCode =
        new Program(Map.of(), new PrintWriter(out), new PrintWriter(err))
            .run(new TopCommand(), all.toArray(String[]::new));
    return new Run(exitCode, out.toString(), err.toString());
  }

  private static HeadOfLine headOfLine() {
    return HeadOfLine.of(
        List.of(
            new LaneView(
                new GroupKey("workers", "ledger", "retry\ning"),
                Duration.ofSeconds(4),
                3,
                Optional.of(Duration.ofMillis(1500)),
                2)),
        List.of(
            new SlowestHeld(
                new GroupKey("workers", "ledger", "parked-one"),
                GroupState.PARKED,
                Duration.ofSeconds(90),
                5,
                8)));
  }

  private JsonNode detail(String path) throws Exception {
    HttpResponse<String> answer = get(path);
    assertThat(answer.headers().firstValue("Content-Type"))
        .contains("application/json; charset=utf-8");
    return JsonMapper.shared().readTree(answer.body());
  }

  @Test
  void metricsShowFatesTimesPoolAndBuild() throws Exception {
    metrics.received(1);
    metrics.settled(sequenced("A", 1), 1, new Outcome.Applied(false));
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
                    "127.0.0.1",
                    endpoints.port(),
                    registry::scrape,
                    health,
                    HttpEndpointsTest::headOfLine))
        .isInstanceOfSatisfying(
            ProgramException.class,
            failure -> assertThat(failure.exitCode()).isEqualTo(ExitCode.UNAVAILABLE))
        .hasMessageContaining("--http-port");
  }

  private HttpResponse<String> get(String path) throws IOException, InterruptedException {
    return get(endpoints, path);
  }

  private static HttpResponse<String> get(HttpEndpoints from, String path)
      throws IOException, InterruptedException {
    return send(HttpRequest.newBuilder(URI.create(from.url() + path)).build());
  }

  private static HttpResponse<String> send(HttpRequest request)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
  }
}
