package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.worker.testing.Jars;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/**
 * Public case D10: how a replay ended is told by its exit code, and its summary agrees. On a broker
 * of its own, which dies.
 */
@EnabledIfSystemProperty(named = "lanekeeper.broker", matches = "local")
class ReplayEndingsIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int LARGEST_BODY = 8 * 1024;
  private static LocalTestBroker broker;

  @TempDir Path folder = Path.of("");

  @BeforeAll
  static void startBroker() {
    broker = LocalTestBroker.start(LARGEST_BODY);
  }

  @AfterAll
  static void stopBroker() {
    broker.close();
  }

  @Test
  void unknownHostIsNotSuccess() throws Exception {
    Path ledger = TestLedger.interleaved(1, 1, 1).write(folder.resolve("ledger.csv"));

    JavaProcess.Result result =
        JavaProcess.start(
                folder,
                Map.of(),
                List.of(
                    "-jar",
                    Jars.producerTool().toString(),
                    "replay",
                    "--output=json",
                    "--no-tls",
                    "--endpoints",
                    "no-such-host.invalid:8081",
                    ledger.toString()))
            .await(LONG);

    assertThat(result.exitCode()).as(result.stderr()).isEqualTo(69);
    assertThat(result.stderr()).contains("no-such-host.invalid:8081");
    assertThat(summary(result).path("outcome").asString()).isEqualTo("unavailable");
    assertThat(summary(result).path("sent").asInt(-1)).isZero();
  }

  @Test
  void brokerThatDiesHalfWayMeansPartlySentAndTheSummarySaysHowFar() throws Exception {
    broker.createTopic("dies", 4);
    Programs programs = new Programs(folder, broker, "dies", "dies");
    TestLedger ledger = TestLedger.interleaved(10, 300, 3);
    Path receipts = folder.resolve("receipts.jsonl");
    String[] options = {"--output", "json", "--receipts", receipts.toString()};

    JavaProcess.Result partly;
    try (JavaProcess replay = programs.startReplay(ledger, options)) {
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(5))
          .until(() -> lines(receipts).size() >= 50 || !replay.isAlive());
      broker.kill();
      partly = replay.await(LONG);
    }
    assertThat(partly.exitCode()).as(partly.stderr()).isEqualTo(75);
    assertSummaryAgrees(summary(partly), ledger, lines(receipts));

    broker.startAgain();
    JavaProcess.Result rest = programs.startReplay(ledger, options).await(LONG);
    assertThat(rest.exitCode()).as(rest.stderr()).isZero();
    assertThat(summary(rest).path("complete").asBoolean()).isTrue();
    assertThat(lines(receipts).stream().map(line -> receipt(line).dedupKey()).distinct())
        .hasSize(ledger.size());
  }

  @DisplayName(
      "With skip-order each order is sent up to its first wrong record, and that is a part")
  @Test
  void ordersAreSentUpToTheirFirstWrongRecord() throws Exception {
    broker.createTopic("skip-order", 4);
    Path ledger =
        Files.writeString(
            folder.resolve("ledger.csv"),
            "op,order_id,txn_id,seq,amount,currency,occurred_at,note,last\n"
                + "create,A,t1,1,1,EUR,,,\nadd,A,t2,100,,EUR,,,\nadd,A,t3,3,1,EUR,,,\n"
                + "create,B,t1,1,1,EUR,,,\nadd,A,t4,4,1,EUR,,,true\nadd,B,t2,2,1,EUR,,,true\n");
    Path receipts = folder.resolve("receipts.jsonl");

    JavaProcess.Result result =
        new Programs(folder, broker, "skip-order", "unused")
            .replay(
                ledger.toString(),
                "--on-error=skip-order",
                "--output=json",
                "--receipts",
                receipts.toString());

    assertThat(result.exitCode()).as(result.stderr()).isEqualTo(75);
    assertThat(lines(receipts).stream().map(line -> receipt(line)))
        .extracting(Receipt::messageGroup, Receipt::sequence)
        .containsExactly(tuple("A", 1L), tuple("B", 1L), tuple("B", 2L));
    JsonNode summary = summary(result);
    assertThat(summary.path("complete").asBoolean()).isFalse();
    assertThat(summary.path("incomplete_orders").toString())
        .isEqualTo(
            "[{\"order_id\":\"A\",\"last_confirmed_seq\":1,\"unconfirmed\":3,\"left_out_from_seq\":2}]");
  }

  @Test
  void closedStandardOutputIsNotSuccessAlthoughAllIsSent() throws Exception {
    broker.createTopic("closed-stdout", 4);
    Path ledger = TestLedger.interleaved(3, 3, 3).write(folder.resolve("ledger.csv"));
    Path receipts = folder.resolve("receipts.jsonl");
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-jar",
                Jars.producerTool().toString(),
                "replay",
                "--endpoints",
                broker.endpoints(),
                "--topic",
                "closed-stdout",
                "--receipts",
                receipts.toString(),
                ledger.toString())
            .redirectError(folder.resolve("stderr.txt").toFile())
            .start();
    process.getInputStream().close();

    assertThat(process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
    assertThat(process.exitValue()).isEqualTo(74);
    assertThat(Files.readString(folder.resolve("stderr.txt")))
        .contains("standard output was closed before everything was written");
    assertThat(lines(receipts)).hasSize(9);
  }

  @Test
  void bodyThatThisBrokerDoesNotTakeIsKnownBeforeAnythingIsSent() throws Exception {
    broker.createTopic("too-large", 4);
    Path ledger =
        TestLedger.interleaved(2, 2, 3)
            .add("add", "O-0", "t9", 3, 1, "n".repeat(LARGEST_BODY))
            .write(folder.resolve("ledger.csv"));
    Path receipts = folder.resolve("receipts.jsonl");

    JavaProcess.Result result =
        new Programs(folder, broker, "too-large", "unused")
            .replay(ledger.toString(), "--receipts", receipts.toString());

    assertThat(result.exitCode()).as(result.stderr()).isEqualTo(65);
    assertThat(result.stderr())
        .contains("ledger.csv: line 6: ")
        .contains("this broker takes at most 8192, so nothing is sent");
    assertThat(lines(receipts)).isEmpty();
  }

  private static void assertSummaryAgrees(
      JsonNode summary, TestLedger ledger, List<String> receipts) {
    long sent = summary.path("sent").asLong();
    assertThat(sent).isEqualTo(receipts.size()).isPositive();
    assertThat(summary.path("complete").asBoolean()).isFalse();
    assertThat(summary.path("records").asLong()).isEqualTo(ledger.size());
    assertThat(
            sent
                + summary.path("refused").asLong()
                + summary.path("unknown").asLong()
                + summary.path("not_sent").asLong())
        .isEqualTo(ledger.size());
    assertThat(summary.path("unknown").asLong()).isEqualTo(1);
    Map<String, Long> confirmed = new HashMap<>();
    receipts.forEach(line -> confirmed.put(receipt(line).messageGroup(), receipt(line).sequence()));
    assertThat(summary.path("incomplete_orders").values())
        .hasSize(10)
        .allSatisfy(
            order ->
                assertThat(order.path("last_confirmed_seq").asLong(0))
                    .isEqualTo(confirmed.getOrDefault(order.path("order_id").asString(), 0L)));
  }

  private static JsonNode summary(JavaProcess.Result result) {
    return CanonicalJson.read(result.stdout().getBytes(StandardCharsets.UTF_8));
  }

  private static Receipt receipt(String line) {
    return Receipt.read(line.getBytes(StandardCharsets.UTF_8));
  }

  private static List<String> lines(Path file) {
    try {
      return Files.exists(file) ? Files.readAllLines(file) : List.of();
    } catch (IOException failure) {
      return List.of();
    }
  }
}
