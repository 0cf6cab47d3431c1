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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A worker whose clock jumps (libfaketime), while the database's and the broker's do not. */
@ExtendWith(BrokerExtension.class)
class ClockIT {
  private static final String LIBRARY = "lanekeeper.faketime";

  @TempDir Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(strings = {"+3600", "-3600"})
  void jumpOfAnHourChangesNoWaitLeaseGapOrRetention(String jump, TestBroker broker)
      throws Exception {
    String library = System.getProperty(LIBRARY, "");
    Assumptions.assumeFalse(
        library.isEmpty(),
        "install the package faketime, and name its library: -D" + LIBRARY + "=PATH");
    String name = "clock" + (jump.startsWith("+") ? "-on" : "-back");
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger =
        new TestLedger()
            .add("create", "retry", "t1", 1, 100, "fail:1")
            .add("create", "lease", "t1", 1, 100, "pause:14000")
            .add("create", "gap", "t1", 1, 100, "")
            .add("add", "gap", "t3", 3, 100, "");
    programs.migrate(database);
    programs.replay(ledger);
    Path clock = folder.resolve("clock");
    turn(clock, "+0");
    Map<String, String> environment =
        Map.of(
            "LD_PRELOAD", library,
            "FAKETIME_TIMESTAMP_FILE", clock.toString(),
            "FAKETIME_NO_CACHE", "1",
            "FAKETIME_DONT_FAKE_MONOTONIC", "1",
            "FAKETIME_FORCE_MONOTONIC_FIX", "0");
    try (JavaProcess worker =
        programs.faultyWorker(
            environment, database, "--invisible-time", "10s", "--backoff-initial", "6s")) {
      await()
          .atMost(Duration.ofMinutes(1))
          .until(
              () ->
                  !database.query("select 1 from attempt where last_error is not null").isEmpty());
      turn(clock, jump);
      await().atMost(Duration.ofSeconds(15)).until(() -> database.commits().containsKey("retry"));
      await().atMost(Duration.ofSeconds(30)).until(() -> database.commits().containsKey("lease"));
      worker.terminate();
      assertThat(worker.await(Duration.ofSeconds(40)).exitCode()).as(worker.stderr()).isZero();
    }
    assertThat(database.query("select message_group || ' ' || attempts from inbox order by 1"))
        .containsExactly("gap 1", "lease 1", "retry 2");
    assertThat(database.query("select state from message_group where name = 'gap'"))
        .containsExactly("waiting");
    assertThat(
            database.query(
                "select event_id from inbox where abs(extract(epoch from now() - settled_at)) > 600"))
        .isEmpty();

    // What is removed goes by the database's time too, whether the process is an hour on or back.
    database.tamper(
        "update inbox set settled_at = settled_at - interval '40 minutes'"
            + " where message_group = 'lease'");
    // It is still the turn of the worker that has ended.
    database.tamper("update purge_turn set taken_at = taken_at - interval '2 minutes'");
    programs.drain(
        programs.faultyWorker(
            environment,
            database,
            "--inbox-retention",
            "30m",
            "--redelivery-horizon",
            "10m",
            "--until-idle",
            "2s"));
    assertThat(database.query("select message_group from inbox order by 1"))
        .containsExactly("gap", "retry");
  }

  private static void turn(Path clock, String offset) throws IOException {
    Files.writeString(clock, offset + "\n");
  }
}
