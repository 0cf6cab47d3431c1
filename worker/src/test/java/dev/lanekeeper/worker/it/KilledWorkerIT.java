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
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Workers that are killed with SIGKILL in the middle of their work. */
@ExtendWith(BrokerExtension.class)
class KilledWorkerIT {
  private static final int ORDERS = 20;
  private static final int OPERATIONS = 12;

  /** The test brokers take a killed push client for gone after 20 s, production after 120 s. */
  private static final Duration UNTIL_ALL_IS_DONE = Duration.ofSeconds(240);

  private static final String APPLIED = "lanekeeper_messages_total{fate=\"applied\"}";

  private static final String SHARED = "lanekeeper_shared_transactions_total{result=\"committed\"}";

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("of two workers on one topic one is killed; the other ends the work, in order")
  @ValueSource(strings = {"simple", "push"})
  void oneOfTwoWorkersIsKilled(String mode, TestBroker broker) throws InterruptedException {
    String name = "kill-" + mode;
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = TestLedger.interleaved(ORDERS, OPERATIONS, 3).withNote("pause:400");
    List<String> options = new ArrayList<>(List.of("--mode", mode, "--invisible-time", "10s"));
    if (mode.equals("simple")) { // Whoever is killed takes along a transaction of several groups.
      options.addAll(List.of("--messages-per-transaction", "4", "--cautious-start", "0s"));
    }
    String[] arguments = options.toArray(String[]::new);
    programs.migrate(database);

    programs.replay(ledger);

    try (JavaProcess one = programs.faultyWorker(database, arguments);
        JavaProcess other = programs.faultyWorker(database, arguments)) {
      await().atMost(Duration.ofMinutes(1)).until(() -> isReceiving(one));
      await().atMost(Duration.ofMinutes(1)).until(() -> isReceiving(other));
      await().atMost(Duration.ofMinutes(1)).until(() -> database.applied() > 20);
      boolean otherDies = mode.equals("simple") && !isTheOneThatShares(one, other);
      JavaProcess victim = otherDies ? other : one;
      JavaProcess survivor = otherDies ? one : other;
      victim.kill();
      assertThat(database.applied()).isLessThan(ledger.size());
      await()
          .atMost(UNTIL_ALL_IS_DONE)
          .pollInterval(Duration.ofSeconds(1))
          .until(() -> database.applied() >= ledger.size());
      survivor.terminate();
      assertThat(survivor.await(Duration.ofSeconds(60)).exitCode()).isZero();
    }
    assertEveryOperationOnceAndInOrder(database, ledger);
  }

  /** The broker may have given all queues to the other one. */
  private static boolean isTheOneThatShares(JavaProcess one, JavaProcess other) {
    try (HealthWatch ofOne = HealthWatch.of(one);
        HealthWatch ofOther = HealthWatch.of(other)) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(() -> ofOne.metric(SHARED) > 0 || ofOther.metric(SHARED) > 0);
      return ofOne.metric(SHARED) > 0;
    }
  }

  @Test
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("a killed worker on the embedded database starts again and ends the work")
  void killedWorkerOnTheEmbeddedDatabaseStartsAgain(TestBroker broker) throws InterruptedException {
    String name = "kill-h2";
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    TestLedger ledger = TestLedger.interleaved(ORDERS, OPERATIONS, 4).withNote("pause:100");
    programs.replay(ledger);

    try (JavaProcess victim = programs.faultyWorker(database, "--invisible-time", "10s")) {
      await().atMost(Duration.ofMinutes(1)).until(() -> isReceiving(victim));
      try (HealthWatch health = HealthWatch.of(victim)) { // Nobody else may open its database.
        await().atMost(Duration.ofMinutes(1)).until(() -> health.metric(APPLIED) > 10);
      }
      victim.kill();
    }
    int appliedByTheVictim = database.applied();
    assertThat(appliedByTheVictim).isPositive().isLessThan(ledger.size());
    programs.drain(
        programs.faultyWorker(database, "--invisible-time", "10s", "--until-idle", "20s"));
    assertEveryOperationOnceAndInOrder(database, ledger);
  }

  private static boolean isReceiving(JavaProcess worker) {
    if (!worker.isAlive()) {
      throw new AssertionError(worker.stderr());
    }
    return worker.stderr().contains("receiving:");
  }

  private static void assertEveryOperationOnceAndInOrder(
      LedgerDatabase database, TestLedger ledger) {
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits())
        .hasSize(ORDERS)
        .allSatisfy(
            (order, sequences) ->
                assertThat(sequences)
                    .isEqualTo(LongStream.rangeClosed(1, OPERATIONS).boxed().toList()));
    assertThat(database.query("select event_id from held_message")).isEmpty();
  }
}
