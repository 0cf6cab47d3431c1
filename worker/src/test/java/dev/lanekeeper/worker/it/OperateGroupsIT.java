package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
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
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Operators act on groups while workers run: on H2 through the worker's door, on PostgreSQL beside
 * two.
 */
@ExtendWith(BrokerExtension.class)
class OperateGroupsIT {
  private static final Duration SOON = Duration.ofSeconds(90);
  private static final int OPERATIONS = 40;

  @TempDir Path folder = Path.of("");

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @DisplayName("a redrive during sending lets nothing overtake, and leaves other groups alone")
  @CsvSource({"H2, 1", "POSTGRESQL, 2"})
  void nothingOvertakesARedrive(Engine engine, int workers, TestBroker broker) throws Exception {
    String name = "redrive-" + engine;
    broker.createTopic(name, 2);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(engine, folder);
    programs.migrate(database);
    List<JavaProcess> running = new ArrayList<>();
    try {
      for (int i = 0; i < workers; i++) {
        running.add(programs.faultyWorker(database, "--max-attempts", "2"));
      }
      for (JavaProcess worker : running) {
        await().atMost(SOON).until(() -> worker.stderr().contains("receiving:"));
      }
      programs.replay(ledger(1, 10));
      await().atMost(SOON).until(() -> programs.groups(database, "list").contains("parked"));
      assertThat(programs.groups(database, "explain", "P"))
          .contains("The handler failed")
          .contains("groups redrive P");

      JavaProcess sending = programs.startReplay(ledger(11, OPERATIONS));
      String redriven = "";
      while (sending.isAlive() || !redriven.contains("open")) {
        // The repaired handler runs in the operator's process.
        JavaProcess.Result result =
            programs.operate(database, "groups", "redrive", "P", "--reason", "mended");
        redriven = result.stdout() + result.stderr();
        if (result.stderr().contains("is not parked")) {
          redriven = "open";
        }
      }
      await()
          .atMost(SOON)
          .until(() -> programs.groups(database, "show", "P").contains("last sequence  40"));
      assertThat(programs.groups(database, "show", "P"))
          .contains("state          open")
          .contains("redrive");
    } finally {
      for (JavaProcess worker : running) {
        worker.terminate();
        assertThat(worker.await(SOON).exitCode()).as(worker.stderr()).isZero();
      }
    }
    assertThat(database.commits().get("P")).isEqualTo(oneTo(OPERATIONS));
    assertThat(database.commits().get("Q")).isEqualTo(oneTo(OPERATIONS));
    assertThat(database.query("select event_id from held_message")).isEmpty();
  }

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @DisplayName("a paused group holds what arrives, and goes on in order when it is resumed")
  @CsvSource({"H2", "POSTGRESQL"})
  void pausedGroupHoldsWhatArrives(Engine engine, TestBroker broker) throws Exception {
    String name = "pause-" + engine;
    broker.createTopic(name, 2);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(engine, folder);
    programs.migrate(database);
    try (JavaProcess worker = programs.worker(database)) {
      await().atMost(SOON).until(() -> worker.stderr().contains("receiving:"));
      assertThat(programs.groups(database, "pause", "P", "--reason", "stock-taking"))
          .contains("is paused");
      programs.replay(ledger(1, 10));
      await()
          .atMost(SOON)
          .until(() -> programs.groups(database, "show", "P").contains("held           10"));
      assertThat(programs.groups(database, "explain", "P")).contains("stock-taking");

      programs.groups(database, "resume", "P", "--reason", "done");
      await()
          .atMost(SOON)
          .until(() -> programs.groups(database, "show", "P").contains("last sequence  10"));
      worker.terminate();
      assertThat(worker.await(SOON).exitCode()).as(worker.stderr()).isZero();
    }
    assertThat(database.commits().get("P")).isEqualTo(oneTo(10));
  }

  /**
   * Two orders; the first record of P fails for every worker, but not for an operator's redrive.
   */
  private static TestLedger ledger(int from, int to) {
    TestLedger ledger = new TestLedger();
    for (int i = from; i <= to; i++) {
      for (String order : List.of("P", "Q")) {
        String note = order.equals("P") && i == 3 ? "fail:2" : "";
        ledger.add(i == 1 ? "create" : "add", order, "t" + i, i, i, note);
      }
    }
    return ledger;
  }

  private static List<Long> oneTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
