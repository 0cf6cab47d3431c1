package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A replay that is killed with SIGKILL while it sends. */
@ExtendWith(BrokerExtension.class)
class KilledReplayIT {
  private static final int KILLS = 3;

  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName(
      "the same command goes on without a hole, however often it is killed, and it is proven")
  void sameCommandGoesOnWithoutAHole(TestBroker broker) throws Exception {
    String name = "killed-replay";
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    TestLedger ledger = TestLedger.interleaved(40, 50, 7);
    Path receipts = folder.resolve("receipts.jsonl");
    String[] options = {"--in-flight", "4", "--receipts", receipts.toString()};

    for (int kill = 0; kill < KILLS; kill++) {
      long before = lines(receipts);
      try (JavaProcess replay = programs.startReplay(ledger, options)) {
        await()
            .atMost(Duration.ofMinutes(1))
            .pollInterval(Duration.ofMillis(5))
            .until(() -> lines(receipts) > before + 10 || !replay.isAlive());
        assertThat(replay.isAlive()).as(replay::stderr).isTrue();
        replay.kill();
      }
      assertThat(folder.resolve("more.csv." + name + ".checkpoint")).exists();
    }
    JavaProcess.Result last = programs.startReplay(ledger, options).await(Duration.ofMinutes(2));

    assertThat(last.exitCode()).as(last.stderr()).isZero();
    assertThat(folder.resolve("more.csv." + name + ".checkpoint")).doesNotExist();
    assertThat(lines(receipts)).isBetween((long) ledger.size(), ledger.size() + 4L * KILLS);
    assertThat(Files.readAllLines(receipts).stream().map(KilledReplayIT::dedupKey).distinct())
        .hasSize(ledger.size());
    programs.drain(programs.worker(database, "--until-idle", "6s"));
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.applied()).isEqualTo(ledger.size());

    // What the worker's own file says is no setting of the producer-tool, which reads the ledger.
    Path own = Files.writeString(folder.resolve("worker.properties"), "max-attempts=3\n");
    Map<String, String> environment = Map.of("LANEKEEPER_CONFIG", own.toString());
    proveIt(programs, environment, database, "--receipts", receipts);
    proveIt(programs, environment, database, "--ledger", folder.resolve("more.csv"));
    proveThePartThatSkipOrderSends(programs, database);
    database.tamper("delete from inbox where message_group = 'O-7' and sequence = 30");
    Path details = folder.resolve("details.jsonl");
    JavaProcess.Result tampered =
        programs.operate(
            database,
            "verify",
            "--receipts",
            receipts.toString(),
            "--details",
            details.toString(),
            "--output",
            "json");
    assertThat(tampered.exitCode()).as(tampered.stderr()).isEqualTo(65);
    JsonNode summary = JsonMapper.shared().readTree(tampered.stdout());
    assertThat(summary.path("sent").asInt()).isEqualTo(ledger.size());
    assertThat(summary.path("right").asInt()).isEqualTo(ledger.size() - 1);
    assertThat(summary.path("missing").asInt()).isEqualTo(1);
    assertThat(Files.readString(details))
        .contains("\"finding\":\"missing\"", "\"group\":\"O-7\"", "\"sequence\":30");
  }

  /** Of the same ledger with a wrong record less is to be sent, and all of that is applied. */
  private void proveThePartThatSkipOrderSends(Programs programs, LedgerDatabase database)
      throws Exception {
    String wrong =
        Files.readString(folder.resolve("more.csv"))
            .replaceFirst("(?m)^([a-z]+,O-7,[^,]*,30),[^,]*,", "$1,oops,");
    Path ledger = Files.writeString(folder.resolve("wrong.csv"), wrong);

    JavaProcess.Result proof =
        programs.operate(
            Map.of("LANEKEEPER_ON_ERROR", "skip-order"),
            database,
            "verify",
            "--ledger",
            ledger.toString());

    assertThat(proof.exitCode()).as(proof.stdout() + proof.stderr()).isZero();
    assertThat(proof.stdout())
        .isEqualTo(
            """
            1979 sent, 1979 applied once, in order
            21 records of 1 orders are left out, not compared
              O-7: from seq 30 on
            """);
  }

  private static void proveIt(
      Programs programs,
      Map<String, String> environment,
      LedgerDatabase database,
      String option,
      Path sent)
      throws Exception {
    JavaProcess.Result proof =
        programs.operate(environment, database, "verify", option, sent.toString());
    assertThat(proof.exitCode()).as(proof.stdout() + proof.stderr()).isZero();
    assertThat(proof.stdout()).isEqualTo("2000 sent, 2000 applied once, in order\n");
  }

  private static String dedupKey(String line) {
    return Receipt.read(line.getBytes(StandardCharsets.UTF_8)).dedupKey().toString();
  }

  private static long lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file).size() : 0;
    } catch (IOException failure) {
      return 0;
    }
  }
}
