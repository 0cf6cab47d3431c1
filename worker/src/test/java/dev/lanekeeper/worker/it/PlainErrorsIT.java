package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.Jars;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestDatabases;
import dev.lanekeeper.worker.testing.TestLedger;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What goes wrong at the start is told in one plain line, with a documented exit code. */
@ExtendWith(BrokerExtension.class)
class PlainErrorsIT {
  private static final Duration SOON = Duration.ofSeconds(90);

  @TempDir Path folder = Path.of("");

  @Test
  void unknownTopic(TestBroker broker) throws InterruptedException {
    broker.createGroup("errors", true);
    Programs programs = new Programs(folder, broker, "no-such-topic", "errors");

    assertPlain(
        programs.worker(new LedgerDatabase(Engine.H2, folder)).await(SOON),
        78,
        "topic 'no-such-topic' does not exist",
        "mqadmin updateTopic");
    Path ledger = TestLedger.interleaved(1, 1, 1).write(folder.resolve("ledger.csv"));
    assertPlain(programs.replay(ledger.toString()), 78, "topic 'no-such-topic' does not exist");
  }

  @Test
  void topicOfTheWrongType(TestBroker broker) throws InterruptedException {
    broker.createNormalTopic("normal-topic");
    Path ledger = TestLedger.interleaved(1, 1, 1).write(folder.resolve("ledger.csv"));

    assertPlain(
        new Programs(folder, broker, "normal-topic", "errors").replay(ledger.toString()),
        78,
        "topic 'normal-topic' does not take FIFO messages",
        "+message.type=FIFO");
  }

  @Test
  void unknownConsumerGroup(TestBroker broker) throws InterruptedException {
    broker.createTopic("errors-topic", 1);

    assertPlain(
        new Programs(folder, broker, "errors-topic", "no-such-group")
            .worker(new LedgerDatabase(Engine.H2, folder))
            .await(SOON),
        78,
        "consumer group 'no-such-group'",
        "mqadmin updateSubGroup");
  }

  @Test
  void unreachableBroker() throws IOException, InterruptedException {
    assertPlain(
        worker("--endpoints", "127.0.0.1:" + closedPort(), "--http-port", "0"),
        69,
        "no RocketMQ proxy at 127.0.0.1:");
  }

  @Test
  void unreachableDatabase() throws IOException, InterruptedException {
    assertPlain(
        worker("--db", "jdbc:postgresql://127.0.0.1:" + closedPort() + "/orders"),
        69,
        "the database jdbc:postgresql://127.0.0.1:",
        "is it running?");
  }

  @Test
  void schemaThatIsNotCurrent() throws InterruptedException {
    assertPlain(
        worker("--db", TestDatabases.newUrl(Engine.POSTGRESQL)),
        78,
        "the schema lacks",
        "worker.jar migrate");
  }

  @Test
  void unparsableLedgerLine(TestBroker broker) throws IOException, InterruptedException {
    Path ledger =
        Files.writeString(
            folder.resolve("ledger.csv"),
            """
            op,order_id,txn_id,seq,amount,currency,occurred_at,note,last
            create,A,t1,1,10.00,EUR,2026-11-30T08:00:00Z,,
            add,A,t2,2,"1,5",EUR,2026-11-30T08:00:00Z,,
            """);

    JavaProcess.Result result =
        new Programs(folder, broker, "unused", "unused").replay(ledger.toString());
    assertPlain(result, 65, "1 problem");
    assertThat(result.stderr()).contains("ledger.csv: line 3: amount \"1,5\": decimal comma");
  }

  @Test
  void occupiedPort(TestBroker broker) throws IOException, InterruptedException {
    try (ServerSocket occupied = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      assertPlain(
          worker("--preflight", "off", "--http-port", String.valueOf(occupied.getLocalPort())),
          69,
          "port " + occupied.getLocalPort(),
          "--http-port");
    }
  }

  @Test
  void secondProcessOnTheSameEmbeddedDatabase(TestBroker broker) throws InterruptedException {
    broker.createTopic("errors-h2", 1);
    broker.createGroup("errors-h2", true);
    Programs programs = new Programs(folder, broker, "errors-h2", "errors-h2");
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);

    try (JavaProcess first = programs.worker(database)) {
      await().atMost(SOON).until(() -> first.stderr().contains("receiving:"));
      assertPlain(programs.worker(database).await(SOON), 69, "is open in another process");
      assertThat(first.isAlive()).isTrue();
    }
  }

  @Test
  void stackTraceIsShownOnDemand() throws IOException, InterruptedException {
    JavaProcess.Result result =
        worker("--verbose", "--db", "jdbc:postgresql://127.0.0.1:" + closedPort() + "/orders");
    assertThat(result.stderr()).contains("\tat ");
  }

  private JavaProcess.Result worker(String... arguments) throws InterruptedException {
    List<String> all = new ArrayList<>(List.of("-jar", Jars.worker().toString(), "run"));
    all.addAll(List.of(arguments));
    return JavaProcess.start(folder, Map.of(), all).await(SOON);
  }

  private static int closedPort() throws IOException {
    try (ServerSocket socket = new ServerSocket(0)) {
      return socket.getLocalPort();
    }
  }

  private static void assertPlain(JavaProcess.Result result, int exitCode, String... parts) {
    assertThat(result.exitCode()).as(result.stderr()).isEqualTo(exitCode);
    assertThat(result.stderr().lines().filter(line -> line.startsWith("error: ")))
        .as(result.stderr())
        .hasSize(1)
        .allSatisfy(line -> assertThat(line).contains(parts));
    assertThat(result.stderr()).doesNotContain("\tat ").doesNotContain("Exception");
  }
}
