package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that are told to stop in the middle of their work. */
@ExtendWith(BrokerExtension.class)
class StopIT {
  private static final int ORDERS = 50;
  private static final int OPERATIONS = 4;
  private static final Pattern METRICS = Pattern.compile("metrics at (http://\\S+)/metrics");

  private static final String IN_WORK =
      """
      select pid from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'
         and state_change < clock_timestamp() - interval '1 second'
      """;

  @TempDir Path folder = Path.of("");

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @DisplayName("SIGTERM: what is in work ends and is acknowledged, what waits is handed back")
  @ValueSource(strings = {"simple", "push"})
  void workEndsAndWaitingMessagesGoBack(String mode, TestBroker broker) throws Exception {
    Programs programs = programs(broker, "stop-" + mode, 2);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = new TestLedger();
    // The first message takes its time while the others are cached.
    TestLedger.interleaved(ORDERS, OPERATIONS, 6)
        .entries()
        .forEach(
            entry ->
                ledger.add(
                    entry.operation(),
                    entry.order(),
                    entry.transaction(),
                    entry.sequence(),
                    entry.cents(),
                    ledger.size() == 0 ? "pause:5000" : "pause:100"));
    programs.migrate(database);
    programs.replay(ledger);

    JavaProcess.Result stopped;
    try (JavaProcess worker =
        programs.faultyWorker(
            database,
            "--mode",
            mode,
            "--receive-batch",
            "32",
            "--concurrency",
            "2",
            "--preflight", // It warns of a database for tests, and no line but these is wanted.
            "off")) {
      await().atMost(Duration.ofMinutes(1)).until(() -> !database.query(IN_WORK).isEmpty());
      URI readiness = readiness(worker);
      assertThat(status(readiness)).isEqualTo(200);
      worker.terminate();
      await().atMost(Duration.ofSeconds(3)).until(() -> status(readiness) == 503);
      assertThat(database.query(IN_WORK)).as("still in work").isNotEmpty();
      stopped = worker.await(Duration.ofSeconds(35));
      assertThat(status(readiness)).as("the port is closed").isZero();
    }
    assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
    assertThat(stopped.stderr())
        .containsSubsequence(
            "SIGTERM: finishing what is in work",
            "disconnected from the broker; closing the database",
            "the database is closed; closing the port")
        .doesNotContain("WARN ")
        .doesNotContain("ERROR")
        .doesNotContainIgnoringCase("has been closed");
    assertThat(database.commits().get(ledger.entries().get(0).order())).startsWith(1L);
    assertThat(database.applied()).isLessThan(ledger.size());

    programs.drain(
        programs.faultyWorker(
            database, "--mode", mode, "--receive-batch", "32", "--until-idle", "8s"));
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits())
        .hasSize(ORDERS)
        .allSatisfy(
            (order, sequences) ->
                assertThat(sequences)
                    .isEqualTo(LongStream.rangeClosed(1, OPERATIONS).boxed().toList()));
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("longer than --drain-timeout: rolls back, 75 in time; a second SIGTERM: 143 at once")
  void longHandlerRollsBack(TestBroker broker) throws Exception {
    Programs programs = programs(broker, "stop-long", 1);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = new TestLedger().add("create", "A", "t1", 1, 100, "pause:15000");
    programs.migrate(database);
    programs.replay(ledger);

    try (JavaProcess worker =
        programs.faultyWorker(database, "--invisible-time", "10s", "--drain-timeout", "7s")) {
      await().atMost(Duration.ofMinutes(1)).until(() -> !database.query(IN_WORK).isEmpty());
      long begun = System.nanoTime();
      worker.terminate();
      JavaProcess.Result result = worker.await(Duration.ofSeconds(20));
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(9));
      assertThat(result.exitCode()).as(result.stderr()).isEqualTo(75);
      assertThat(result.stderr()).contains("not done within --drain-timeout");
    }
    assertThat(database.applied()).isZero();

    try (JavaProcess worker = programs.faultyWorker(database, "--invisible-time", "10s")) {
      await().atMost(Duration.ofMinutes(1)).until(() -> !database.query(IN_WORK).isEmpty());
      worker.terminate();
      await().atMost(Duration.ofSeconds(5)).until(() -> worker.stderr().contains("SIGTERM:"));
      long begun = System.nanoTime();
      worker.terminate();
      assertThat(worker.await(Duration.ofSeconds(20)).exitCode()).isEqualTo(143);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
    }
    assertThat(database.applied()).isZero();

    programs.drain(
        programs.faultyWorker(
            database, "--invisible-time", "10s", "--until-idle", "12s", "--drain-timeout", "7s"));
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.applied()).isEqualTo(1);
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("push mode, a second SIGTERM: 143 at once, and what is in work rolls back")
  void secondSignalEndsPushModeAtOnce(TestBroker broker) throws Exception {
    Programs programs = programs(broker, "stop-push-twice", 1);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    programs.migrate(database);
    programs.replay(new TestLedger().add("create", "A", "t1", 1, 100, "pause:15000"));

    try (JavaProcess worker = programs.faultyWorker(database, "--mode", "push")) {
      await().atMost(Duration.ofMinutes(1)).until(() -> !database.query(IN_WORK).isEmpty());
      worker.terminate();
      await().atMost(Duration.ofSeconds(5)).until(() -> worker.stderr().contains("SIGTERM:"));
      long begun = System.nanoTime();
      worker.terminate();
      assertThat(worker.await(Duration.ofSeconds(20)).exitCode()).isEqualTo(143);
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(3));
    }
    assertThat(database.applied()).isZero();
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("push mode, longer than --drain-timeout: rolls back, 75 in time: -Dstop.push=true")
  @EnabledIfSystemProperty(
      named = "stop.push",
      matches = "true",
      disabledReason = "the least --drain-timeout of push mode is 26 s: set -Dstop.push=true")
  void longHandlerRollsBackInPushMode(TestBroker broker) throws Exception {
    Programs programs = programs(broker, "stop-push-long", 1);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = new TestLedger().add("create", "A", "t1", 1, 100, "pause-once:50000");
    programs.migrate(database);
    programs.replay(ledger);
    String[] options = {
      "--mode", "push",
      "--request-timeout", "1s",
      "--drain-timeout", "26s",
      "--idle-in-transaction-timeout", "2m"
    };

    try (JavaProcess worker = programs.faultyWorker(database, options)) {
      await().atMost(Duration.ofMinutes(1)).until(() -> !database.query(IN_WORK).isEmpty());
      long begun = System.nanoTime();
      worker.terminate();
      JavaProcess.Result result = worker.await(Duration.ofSeconds(60));
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(28));
      assertThat(result.exitCode()).as(result.stderr()).isEqualTo(75);
      assertThat(result.stderr()).contains("not done within --drain-timeout");
    }
    assertThat(database.applied()).isZero();

    // The next worker has the message when the proxy takes the one that was cut off for dead.
    long begun = System.nanoTime();
    try (JavaProcess worker = programs.faultyWorker(database, options)) {
      await().atMost(Duration.ofMinutes(3)).until(() -> database.applied() == 1);
      System.out.printf(
          "push mode: what was cut off came again after %s%n",
          Duration.ofNanos(System.nanoTime() - begun));
      worker.terminate();
      assertThat(worker.await(Duration.ofSeconds(60)).exitCode()).as(worker.stderr()).isZero();
    }
    assertThat(database.balances()).isEqualTo(ledger.balances());
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("the embedded H2 does not wait for a handler that is cut off: 75 in time")
  void longHandlerDoesNotHoldUpH2(TestBroker broker) throws Exception {
    Programs programs = programs(broker, "stop-h2", 1);
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    programs.replay(new TestLedger().add("create", "A", "t1", 1, 100, "pause:20000"));

    try (JavaProcess worker =
            programs.faultyWorker(database, "--invisible-time", "10s", "--drain-timeout", "7s");
        HealthWatch health = HealthWatch.of(worker)) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> health.metric("lanekeeper_attempts_total") == 1);
      long begun = System.nanoTime();
      worker.terminate();
      JavaProcess.Result result = worker.await(Duration.ofSeconds(20));
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(9));
      assertThat(result.exitCode()).as(result.stderr()).isEqualTo(75);
    }
    assertThat(database.applied()).isZero();
  }

  private Programs programs(TestBroker broker, String name, int queues) {
    broker.createTopic(name, queues);
    broker.createGroup(name, true);
    return new Programs(folder, broker, name, name);
  }

  private static URI readiness(JavaProcess worker) {
    Matcher matcher = METRICS.matcher(worker.stderr());
    assertThat(matcher.find()).as(worker.stderr()).isTrue();
    return URI.create(matcher.group(1) + "/readyz");
  }

  /** The status; 0 when nobody listens. */
  private static int status(URI uri) throws IOException, InterruptedException {
    try {
      HttpRequest request = HttpRequest.newBuilder(uri).timeout(Duration.ofSeconds(5)).build();
      return HttpClient.newHttpClient().send(request, BodyHandlers.discarding()).statusCode();
    } catch (ConnectException closed) {
      return 0;
    }
  }
}
