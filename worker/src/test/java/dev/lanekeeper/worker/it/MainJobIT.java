package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The packaged programs, end to end, in both modes and on both databases. */
@ExtendWith(BrokerExtension.class)
class MainJobIT {
  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName(
      "a ledger ends in the balances of a plain replay, and a second replay changes nothing")
  @CsvSource({"simple, H2", "simple, POSTGRESQL", "push, H2", "push, POSTGRESQL"})
  void ledgerEndsInTheBalancesOfAPlainReplay(String mode, Engine engine, TestBroker broker)
      throws InterruptedException {
    String name = ("main-" + mode + "-" + engine).toLowerCase(Locale.ROOT);
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(engine, folder);
    TestLedger ledger = TestLedger.interleaved(20, 12, 1);

    programs.replay(ledger);
    JsonNode first = run(programs, database, mode);
    assertThat(first.path("applied").asInt()).isEqualTo(ledger.size());
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits())
        .hasSize(20)
        .allSatisfy((order, sequences) -> assertThat(sequences).isEqualTo(oneTo(12)));

    programs.replay(ledger);
    JsonNode second = run(programs, database, mode);
    assertThat(second.path("applied").asInt()).isZero();
    assertThat(second.path("duplicate").asInt()).isEqualTo(ledger.size());
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.applied()).isEqualTo(ledger.size());
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("batches are spread over lanes and settle alike")
  @CsvSource({"H2", "POSTGRESQL"})
  void batchesAreSpreadOverLanes(Engine engine, TestBroker broker) throws InterruptedException {
    String name = "batch-" + engine;
    broker.createTopic(name, 4);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(engine, folder);
    TestLedger ledger = TestLedger.interleaved(20, 12, 2);

    programs.replay(ledger);
    run(programs, database, "simple", "--receive-batch", "16");

    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits())
        .allSatisfy((order, sequences) -> assertThat(sequences).isEqualTo(oneTo(12)));
  }

  @ParameterizedTest
  @Execution(ExecutionMode.CONCURRENT)
  @DisplayName("a handler that fails twice succeeds; one that always fails runs max-attempts times")
  @CsvSource({"simple, H2", "simple, POSTGRESQL", "push, H2", "push, POSTGRESQL"})
  void failingHandlerIsTriedAsOftenAsAllowed(String mode, Engine engine, TestBroker broker)
      throws InterruptedException {
    String name = ("fail-" + mode + "-" + engine).toLowerCase(Locale.ROOT);
    broker.createTopic(name, 2);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(engine, folder);
    TestLedger ledger =
        new TestLedger()
            .add("create", "P", "t1", 1, 100, "")
            .add("add", "P", "t2", 2, 200, "fail:999")
            .add("create", "Q", "t1", 1, 1000, "")
            .add("add", "Q", "t2", 2, 2000, "fail:2")
            .add("add", "P", "t3", 3, 300, "")
            .add("add", "Q", "t3", 3, 3000, "");

    programs.replay(ledger);
    JavaProcess.Result result =
        programs.drain(
            programs.faultyWorker(
                database,
                "--mode",
                mode,
                "--max-attempts",
                "3",
                "--on-exhausted",
                "skip",
                "--until-idle",
                "6s"));

    assertThat(database.balances()).isEqualTo(ledger.balances("fail:999"));
    assertThat(database.query("select event_id || ' ' || attempts from held_message"))
        .containsExactly("2 3");
    assertThat(
            database.query(
                "select fate || ' ' || attempts from inbox where attempts > 1 order by 1"))
        .containsExactly("applied 3", "dead-lettered 3");
    JsonNode summary = summary(result);
    assertThat(summary.path("attempts").asInt()).isEqualTo(4 + 3 + 3);
    assertThat(summary.path("dead-lettered").asInt()).isEqualTo(1);
  }

  private static JsonNode run(
      Programs programs, LedgerDatabase database, String mode, String... more)
      throws InterruptedException {
    List<String> arguments = new ArrayList<>(List.of("--mode", mode));
    arguments.addAll(List.of("--until-idle", "6s"));
    arguments.addAll(List.of(more));
    return summary(programs.drain(programs.worker(database, arguments.toArray(String[]::new))));
  }

  private static JsonNode summary(JavaProcess.Result result) {
    return JsonMapper.shared().readTree(result.stdout()).get(0);
  }

  private static List<Long> oneTo(long last) {
    return LongStream.rangeClosed(1, last).boxed().toList();
  }
}
