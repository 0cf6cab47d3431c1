package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.FaultProxy;
import dev.lanekeeper.worker.testing.FaultProxy.Fault;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/**
 * Outages of the database and of the broker, made by a proxy on the way: nothing is lost, no
 * attempt is taken, and people are told once (issue 4; cases A3, A5, D2, D9).
 */
@ExtendWith(BrokerExtension.class)
class OutageIT {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final int OPERATIONS = 4;
  private static final int CLIENT_LOG_BYTES = 1_000_000;

  @TempDir Path folder = Path.of("");

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("the database refuses connections for some time, while messages wait")
  void databaseRefuses(TestBroker broker) throws InterruptedException {
    databaseIsAway("outage-refuse", "simple", Fault.REFUSING, Duration.ofSeconds(4), broker);
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("the database stalls without a reset: nothing is parked, all is applied in order")
  void databaseStalls(TestBroker broker) throws InterruptedException {
    databaseIsAway("outage-stall", "simple", Fault.STALLED, Duration.ofSeconds(4), broker);
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("the same in push mode: -Doutage.push=true")
  @EnabledIfSystemProperty(named = "outage.push", matches = "true")
  void databaseRefusesInPushMode(TestBroker broker) throws InterruptedException {
    databaseIsAway("outage-push", "push", Fault.REFUSING, Duration.ofSeconds(12), broker);
  }

  @Test
  @DisplayName("the database is unreachable for minutes: -Doutage.minutes=5")
  @EnabledIfSystemProperty(named = "outage.minutes", matches = "\\d+")
  void databaseIsAwayForMinutes(TestBroker broker) throws InterruptedException {
    Duration length = Duration.ofMinutes(Long.getLong("outage.minutes", 5));
    databaseIsAway("outage-minutes", "simple", Fault.REFUSING, length, broker);
  }

  private void databaseIsAway(
      String name, String mode, Fault fault, Duration length, TestBroker broker)
      throws InterruptedException {
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = TestLedger.interleaved(200, OPERATIONS, 5);
    programs.migrate(database);
    programs.replay(ledger);

    try (FaultProxy proxy = database.faultProxy();
        JavaProcess worker =
            programs.worker(
                database.through(proxy),
                "--mode",
                mode,
                "--max-attempts",
                "3",
                "--outage-threshold",
                "3s",
                "--lock-timeout",
                "2s",
                "--statement-timeout",
                "3s")) {
      await().atMost(SOON).until(() -> database.applied() > 50);
      try (HealthWatch health = HealthWatch.of(worker)) {
        proxy.set(fault);
        await().atMost(SOON).until(() -> !health.isReady());
        assertThat(health.metric("lanekeeper_outage{side=\"settling\"")).isEqualTo(1);
        await()
            .during(length)
            .atMost(length.plus(SOON))
            .until(() -> !health.isReady() && health.isAlive());
        await().atMost(SOON).until(() -> health.metric("lanekeeper_lanes ") == 0);
        proxy.set(Fault.NONE);
        await().atMost(Duration.ofMinutes(3)).until(() -> database.applied() >= ledger.size());
        await().atMost(SOON).until(health::isReady);

        assertThat(health.readiness()).containsExactly(true, false, true);
        assertThat(health.liveness()).containsExactly(true);
        assertThat(health.metric("lanekeeper_outage{side=\"settling\"")).isZero();
      }
      worker.terminate();
      assertThat(worker.await(SOON).exitCode()).as(worker.stderr()).isZero();
      assertToldOnce(worker, "nothing could be settled", "messages can be settled");
    }
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits())
        .hasSize(200)
        .allSatisfy(
            (order, sequences) ->
                assertThat(sequences)
                    .isEqualTo(LongStream.rangeClosed(1, OPERATIONS).boxed().toList()));
    assertThat(database.query("select event_id from held_message")).isEmpty();
    assertThat(database.query("select event_id from attempt")).isEmpty();
    assertThat(database.query("select distinct attempts from inbox")).containsExactly("1");
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("the broker refuses connections while a handler runs: it is not run again")
  void brokerRefuses(TestBroker broker) throws InterruptedException, IOException {
    String name = "outage-broker";
    broker.createTopic(name, 2);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    Path clientLog = folder.resolve("client-log");
    TestLedger slow = new TestLedger().add("create", "A", "t1", 1, 100, "pause:3000");
    TestLedger later = TestLedger.interleaved(20, OPERATIONS, 6);

    try (FaultProxy proxy = FaultProxy.before(broker.endpoints());
        JavaProcess worker =
            programs
                .through(proxy)
                .faultyWorker(
                    database,
                    "--invisible-time",
                    "10s",
                    "--outage-threshold",
                    "3s",
                    "--client-log-dir",
                    clientLog.toString());
        HealthWatch health = HealthWatch.of(worker)) {
      programs.replay(slow);
      await().atMost(SOON).until(() -> health.metric("lanekeeper_attempts_total") == 1);
      proxy.set(Fault.REFUSING);
      await().atMost(SOON).until(() -> !health.isReady());
      assertThat(health.metric("lanekeeper_outage{side=\"receiving\"")).isEqualTo(1);
      await().atMost(SOON).until(() -> applied(health) == 1);
      programs.replay(later);
      proxy.set(Fault.NONE);
      await().atMost(SOON).until(() -> applied(health) == 1 + later.size());
      await().atMost(SOON).until(health::isReady);
      await()
          .atMost(SOON)
          .until(() -> health.metric("lanekeeper_messages_total{fate=\"duplicate\"") >= 1);

      assertThat(health.metric("lanekeeper_attempts_total")).isEqualTo(1 + later.size());
      assertThat(health.readiness()).containsExactly(true, false, true);
      assertThat(health.liveness()).containsExactly(true);
      worker.terminate();
      assertThat(worker.await(SOON).exitCode()).as(worker.stderr()).isZero();
      assertToldOnce(worker, "nothing could be received", "receiving works");
    }
    Path log = clientLog.resolve("rocketmq-client.log");
    assertThat(Files.size(log)).isLessThan(CLIENT_LOG_BYTES);
    assertThat(log).content().as("root causes first, without most frames").contains("Wrapped by:");
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName(
      "answers are lost without a reset: in both modes the client is rebuilt, and receives")
  void answersAreLost(TestBroker broker) throws InterruptedException {
    String topic = "outage-silent";
    broker.createTopic(topic, 2);
    TestLedger ledger = TestLedger.interleaved(20, OPERATIONS, 7);
    LedgerDatabase simple = new LedgerDatabase(Engine.H2, folder.resolve("simple"));
    LedgerDatabase push = new LedgerDatabase(Engine.H2, folder.resolve("push"));

    try (FaultProxy proxy = FaultProxy.before(broker.endpoints());
        JavaProcess simpleWorker = watchedWorker(broker, proxy, topic, "simple", simple);
        JavaProcess pushWorker = watchedWorker(broker, proxy, topic, "push", push);
        HealthWatch simpleHealth = HealthWatch.of(simpleWorker);
        HealthWatch pushHealth = HealthWatch.of(pushWorker)) {
      Programs programs = new Programs(folder, broker, topic, topic);
      programs.replay(ledger.only(entry -> entry.sequence() == 1));
      await().atMost(SOON).until(() -> applied(simpleHealth) == 20 && applied(pushHealth) == 20);
      proxy.set(Fault.SWALLOWING);
      await().atMost(SOON).until(proxy::isMute);
      proxy.set(Fault.NONE); // For new connections; those that lost bytes stay mute.
      awaitRebuilt(simpleHealth);
      awaitRebuilt(pushHealth);
      programs.replay(ledger.only(entry -> entry.sequence() > 1));
      assertRebuiltOnce(simpleWorker, simpleHealth, ledger);
      assertRebuiltOnce(pushWorker, pushHealth, ledger);
    }
    assertThat(simple.balances()).isEqualTo(ledger.balances());
    assertThat(push.balances()).isEqualTo(ledger.balances());
  }

  /** A worker of a group of its own. */
  private JavaProcess watchedWorker(
      TestBroker broker, FaultProxy proxy, String topic, String mode, LedgerDatabase database) {
    String group = topic + "-" + mode;
    broker.createGroup(group, true);
    return new Programs(folder, broker, topic, group)
        .through(proxy)
        .worker(database, "--mode", mode, "--watchdog", "25s", "--receive-loops", "2");
  }

  private static void awaitRebuilt(HealthWatch health) {
    await().atMost(SOON).until(() -> health.metric("lanekeeper_client_rebuilt_total") == 1);
  }

  private static void assertRebuiltOnce(JavaProcess worker, HealthWatch health, TestLedger ledger)
      throws InterruptedException {
    // What the old client's last receive took with it comes again when that client is closed.
    await().atMost(Duration.ofMinutes(2)).until(() -> applied(health) == ledger.size());
    assertThat(health.metric("lanekeeper_client_rebuilt_total")).isEqualTo(1);
    assertThat(health.liveness()).containsExactly(true);
    worker.terminate();
    assertThat(worker.await(SOON).exitCode()).as(worker.stderr()).isZero();
    assertThat(worker.stderr()).containsOnlyOnce("the RocketMQ client was rebuilt");
  }

  private static int applied(HealthWatch health) {
    return (int) health.metric("lanekeeper_messages_total{fate=\"applied\"");
  }

  private static void assertToldOnce(JavaProcess worker, String begin, String end) {
    List<String> lines =
        worker
            .stderr()
            .lines()
            .dropWhile(line -> !line.contains("receiving:")) // What the preflight says is no event,
            .skip(1) // and that it receives is not looked for here.
            .filter(line -> line.contains(" WARN ") || line.contains(" events: "))
            .toList();
    assertThat(lines).as(worker.stderr()).hasSize(2);
    assertThat(lines.get(0)).contains("WARN", begin);
    assertThat(lines.get(1)).contains("INFO", end);
  }
}
