package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.SteadyLoad;
import dev.lanekeeper.worker.testing.TestBroker;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** Two workers under load that are replaced one after the other, as in a rollout. */
@ExtendWith(BrokerExtension.class)
class RollingRestartIT {
  private static final int ORDERS = 40;
  private static final int UNTOUCHED = 75;

  /**
   * The promise is 2 s, for a machine that is not busy with the starts of processes themselves; a
   * lease that was not handed back would take 30.
   */
  private static final Duration EXTRA = Duration.ofSeconds(Long.getLong("rolling.seconds", 10));

  /** What a long poll of the client that stops brings waits until it has stopped. */
  private static final Duration EXTRA_IN_PUSH_MODE = Duration.ofSeconds(30);

  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName(
      "no message waits for the lease of a worker that stopped; -Drolling.seconds=2: or 2 s")
  void rollingRestartDelaysNoMessage(TestBroker broker) throws Exception {
    replaceOneAfterTheOther("rolling", "simple", EXTRA, broker);
  }

  @Test
  @DisplayName("push mode: none waits for longer than a long poll: -Drolling.push=true")
  @EnabledIfSystemProperty(
      named = "rolling.push",
      matches = "true",
      disabledReason = "a push client takes up to 23 s to stop: set -Drolling.push=true")
  void rollingRestartInPushModeDelaysNoMessageForLongerThanALongPoll(TestBroker broker)
      throws Exception {
    replaceOneAfterTheOther("rolling-push", "push", EXTRA_IN_PUSH_MODE, broker);
  }

  private void replaceOneAfterTheOther(String name, String mode, Duration extra, TestBroker broker)
      throws Exception {
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    programs.migrate(database);

    try (SteadyLoad load = SteadyLoad.start(broker.endpoints(), name, ORDERS)) {
      JavaProcess first = ready(programs, database, mode);
      JavaProcess second = ready(programs, database, mode);
      int begin = load.sent();
      await().atMost(SOON).until(() -> load.sent() >= begin + UNTOUCHED);
      int restart = load.sent();

      JavaProcess third = ready(programs, database, mode);
      stop(first);
      JavaProcess fourth = ready(programs, database, mode);
      stop(second);
      int end = load.sent();
      await().atMost(SOON).until(() -> load.sent() >= end + UNTOUCHED);
      load.stop();

      await().atMost(SOON).until(() -> database.applied() == load.sent());
      stop(third);
      stop(fourth);
      List<Duration> delays = load.delays(database);
      Duration usual = longest(delays.subList(begin, restart));
      Duration longest = longest(delays.subList(restart, delays.size()));
      System.out.printf(
          "%s mode, longest delay: %s without a restart, %s with them%n", mode, usual, longest);
      assertThat(longest).isLessThan(usual.plus(extra));
      assertThat(database.commits())
          .hasSize(ORDERS)
          .allSatisfy((order, sequences) -> assertThat(sequences).isEqualTo(countingUp(sequences)));
    }
  }

  private static JavaProcess ready(Programs programs, LedgerDatabase database, String mode) {
    JavaProcess worker = programs.faultyWorker(database, "--mode", mode, "--invisible-time", "30s");
    try (HealthWatch health = HealthWatch.of(worker)) {
      await().atMost(SOON).until(health::isReady);
    }
    return worker;
  }

  private static void stop(JavaProcess worker) throws InterruptedException {
    worker.terminate();
    JavaProcess.Result result = worker.await(SOON);
    assertThat(result.exitCode()).as(result.stderr()).isZero();
  }

  private static Duration longest(List<Duration> delays) {
    return delays.stream().max(Duration::compareTo).orElseThrow();
  }

  private static List<Long> countingUp(List<Long> sequences) {
    return LongStream.rangeClosed(1, sequences.size()).boxed().toList();
  }
}
