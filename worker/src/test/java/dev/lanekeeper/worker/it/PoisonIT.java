package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.OnceAndInOrder;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.IntStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A message whose handler takes the whole process down with it. */
@ExtendWith(BrokerExtension.class)
class PoisonIT {
  private static final int HALTED = 137;
  private static final int MAX_ATTEMPTS = 3;
  private static final int MATES = 12;
  private static final Duration LIFE = Duration.ofMinutes(2);

  @TempDir Path folder = Path.of("");

  /** Mates that ran beside it when it killed cannot be told from it, but once. */
  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @DisplayName("a message that kills is parked after max-attempts starts; its batch-mates are free")
  @CsvSource({"1,1", "4,2"})
  void messageThatKillsIsParkedAfterMaxAttemptsStarts(
      int concurrency, int attemptsOfMates, TestBroker broker) throws Exception {
    String name = "poison-" + concurrency;
    broker.createTopic(name, 1);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    String[] arguments = {
      "--receive-batch", "16", // So that a message has mates.
      "--concurrency", String.valueOf(concurrency),
      "--invisible-time", "10s",
      "--max-attempts", String.valueOf(MAX_ATTEMPTS),
      "--until-idle", "14s"
    };
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = new TestLedger();
    for (int mate = 1; mate <= MATES; mate++) {
      if (mate == MATES / 2) {
        ledger.add("create", "K", "t1", 1, 1, "halt:300");
        ledger.add("add", "K", "t2", 2, 1, "");
      }
      ledger.add("create", "M-" + mate, "t1", 1, mate, concurrency == 1 ? "" : "pause:500");
    }
    programs.replay(ledger);

    for (int start = 1; start <= MAX_ATTEMPTS; start++) {
      JavaProcess.Result death = programs.faultyWorker(database, arguments).await(LIFE);
      assertThat(death.exitCode()).as("start %d: %s", start, death.stderr()).isEqualTo(HALTED);
    }
    programs.drain(programs.faultyWorker(database, arguments));

    assertThat(database.query("select state || ' ' || reason from message_group where name = 'K'"))
        .containsExactly("parked attempts");
    assertThat(
            database.query(
                "select sequence || ' ' || why || ' ' || attempts from held_message"
                    + " order by position"))
        .containsExactly("1 attempts " + MAX_ATTEMPTS, "2 behind 0");
    assertThat(database.query("select last_error from held_message where sequence = 1").get(0))
        .contains("attempt " + MAX_ATTEMPTS + " did not end: the worker stopped or died in it");
    assertThat(database.query("select count(*) from inbox where fate = 'applied'"))
        .containsExactly(String.valueOf(MATES));
    assertThat(database.query("select distinct attempts from inbox order by 1"))
        .containsExactlyElementsOf(
            IntStream.rangeClosed(1, attemptsOfMates).mapToObj(String::valueOf).toList());
    assertThat(database.query("select event_id from attempt")).isEmpty();

    programs.groups(database, "redrive", "K", "--reason", "mended");
    OnceAndInOrder.check(database, ledger);
  }
}
