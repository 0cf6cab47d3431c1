package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.OnceAndInOrder;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;

/**
 * SIGKILL and restart of broker and proxy, which are one process here, under running workers. The
 * broker is the test's own (issue 4; cases A3, D2).
 */
@EnabledIfSystemProperty(named = "lanekeeper.broker", matches = "local")
class BrokerRestartIT {
  private static final Duration SOON = Duration.ofMinutes(2);
  private static final String[] OPTIONS = {
    "--receive-loops", "4", "--outage-threshold", "2s", "--max-attempts", "3"
  };

  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName("killed right after a receive and under load, its order locks lost; then while idle")
  void killedUnderLoadAndWhileIdle() throws InterruptedException, IOException {
    TestLedger slow =
        new TestLedger()
            .add("create", "slow", "t1", 1, 100, "wait:go-on")
            .add("add", "slow", "t2", 2, 1, "")
            .add("add", "slow", "t3", 3, 1, "");
    TestLedger load = TestLedger.interleaved(60, 4, 8).withNote("pause:60"); // Some seconds.
    TestLedger later = TestLedger.interleaved(60, 4, 8).withSuffix("-later");

    try (LocalTestBroker broker = LocalTestBroker.start()) {
      Programs slowPrograms = programs(broker, "slow", 1);
      Programs programs = programs(broker, "load", 4);
      LedgerDatabase slowDatabase = new LedgerDatabase(Engine.POSTGRESQL, folder);
      LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
      slowPrograms.migrate(slowDatabase);
      try (JavaProcess one = slowPrograms.faultyWorker(slowDatabase, OPTIONS);
          JavaProcess other = slowPrograms.faultyWorker(slowDatabase, OPTIONS);
          JavaProcess loaded = programs.faultyWorker(database, OPTIONS);
          HealthWatch oneHealth = HealthWatch.of(one);
          HealthWatch otherHealth = HealthWatch.of(other);
          HealthWatch health = HealthWatch.of(loaded)) {
        slowPrograms.replay(slow);
        programs.replay(load);
        await()
            .atMost(SOON)
            .until(() -> received(oneHealth, otherHealth) == 1 && database.applied() > 20);
        assertThat(database.applied()).isLessThan(load.size());

        broker.kill();
        broker.loseOrderLocks();
        await().atMost(SOON).until(() -> !health.isReady());
        broker.startAgain();
        // The queue comes again, while the first holder of its message works on it.
        await().atMost(SOON).until(() -> received(oneHealth, otherHealth) > 1);
        assertThat(slowDatabase.applied()).isZero();
        Files.createFile(folder.resolve("go-on"));
        await().atMost(SOON).until(() -> slowDatabase.applied() == slow.size());
        await().atMost(SOON).until(() -> database.applied() == load.size() && health.isReady());
        await().atMost(SOON).until(() -> broker.lag("load", "load") == 0);

        broker.kill();
        await().atMost(SOON).until(() -> !health.isReady());
        broker.startAgain();
        programs.replay(later);
        await().atMost(SOON).until(() -> database.applied() == load.size() + later.size());
        await().atMost(SOON).until(health::isReady);
        await().atMost(SOON).until(() -> broker.lag("load", "load") == 0);
        await().atMost(SOON).until(() -> broker.lag("slow", "slow") == 0);

        assertThat(health.readiness()).containsExactly(true, false, true, false, true);
        assertThat(health.liveness()).containsExactly(true);
        end(one);
        end(other);
        end(loaded);
        assertThat(loaded.stderr().lines().filter(line -> line.contains("could be received")))
            .as(loaded.stderr())
            .hasSize(2);
        assertThat(loaded.stderr().lines().filter(line -> line.contains("receiving works")))
            .hasSize(2);
      }
      OnceAndInOrder.check(slowDatabase, slow);
      OnceAndInOrder.check(database, load.and(later));
    }
  }

  private Programs programs(LocalTestBroker broker, String name, int queues) {
    broker.createTopic(name, queues);
    broker.createGroup(name, true);
    return new Programs(folder, broker, name, name);
  }

  private static double received(HealthWatch one, HealthWatch other) {
    return one.metric("lanekeeper_received_total") + other.metric("lanekeeper_received_total");
  }

  private static void end(JavaProcess worker) throws InterruptedException {
    worker.terminate();
    assertThat(worker.await(Duration.ofSeconds(40)).exitCode()).as(worker.stderr()).isZero();
  }
}
