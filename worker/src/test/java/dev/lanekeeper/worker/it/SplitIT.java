package dev.lanekeeper.worker.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

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
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** The Sequential Convoy: ledger messages are split into operations, which a worker applies. */
@ExtendWith(BrokerExtension.class)
class SplitIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path folder = Path.of("");

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("split is stopped and killed half way; every operation is applied once and in order")
  void killedSplitIsStartedAgain(TestBroker broker) throws Exception {
    Programs programs = programs(broker, "split");
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    programs.migrate(database);
    TestLedger ledger = TestLedger.interleaved(40, 40, 11);
    Path file = ledger.write(folder.resolve("ledger.csv"));
    JavaProcess.Result batch =
        programs.producerTool("batch", "--ledger-topic", "split-in", "--records", "400", "" + file);
    assertThat(batch.exitCode()).as(batch.stderr()).isZero();

    try (JavaProcess worker = programs.worker(database)) {
      try (JavaProcess first = programs.startProducerTool(split("split"))) {
        awaitApplied(database, 20, first);
        first.terminate();
        JavaProcess.Result stopped = first.await(Duration.ofSeconds(30));
        assertThat(stopped.exitCode()).as(stopped.stderr()).isZero();
      }
      int before = database.applied();
      assertThat(before).isLessThan(ledger.size());
      try (JavaProcess second = programs.startProducerTool(split("split"))) {
        awaitApplied(database, before + 20, second);
        second.kill();
      }
      assertThat(database.applied()).isLessThan(ledger.size());
      JavaProcess.Result last =
          programs
              .startProducerTool(split("split", "--until-idle", "12s", "--in-flight", "8"))
              .await(LONG);

      assertThat(last.exitCode()).as(last.stderr()).isZero();
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(300))
          .until(() -> database.applied() >= ledger.size());
      worker.terminate();
      assertThat(worker.await(Duration.ofSeconds(60)).exitCode()).isZero();
    }
    OnceAndInOrder.check(database, ledger);
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("a ledger message with a wrong record stays where it is until it is left out")
  void wrongRecordStaysWhereItIs(TestBroker broker) throws Exception {
    Programs programs = programs(broker, "split-wrong");
    String id = sendWrong(broker, "split-wrong-in");

    JavaProcess.Result refused = programs.startProducerTool(split("split-wrong")).await(LONG);

    assertThat(refused.exitCode()).as(refused.stderr()).isEqualTo(65);
    assertThat(refused.stderr())
        .contains("ledger message " + id + ": line 1 (record 2): amount \"1,5\": decimal comma")
        .contains("run split with --leave-out " + id);
    assertThat(folder.resolve("ledger-message-" + id + ".json")).exists();
    JavaProcess.Result leftOut =
        programs
            .startProducerTool(
                split("split-wrong", "--leave-out", id, "--until-idle", "7s", "--output", "json"))
            .await(LONG);
    assertThat(leftOut.exitCode()).as(leftOut.stderr()).isZero();
    assertThat(leftOut.stdout())
        .contains("\"left_out_messages\":1")
        .contains("\"ledger_messages\":0");
  }

  private Programs programs(TestBroker broker, String name) {
    broker.createTopic(name + "-in", 2);
    broker.createGroup(name + "-in", true);
    broker.createTopic(name, 8);
    broker.createGroup(name, true);
    return new Programs(folder, broker, name, name);
  }

  private String[] split(String name, String... more) {
    String[] arguments = {
      "split",
      "--ledger-topic",
      name + "-in",
      "--group",
      name + "-in",
      "--topic",
      name,
      "--invisible-time",
      "10s",
      "--refused-dir",
      folder.toString()
    };
    String[] all = new String[arguments.length + more.length];
    System.arraycopy(arguments, 0, all, 0, arguments.length);
    System.arraycopy(more, 0, all, arguments.length, more.length);
    return all;
  }

  private static void awaitApplied(LedgerDatabase database, int operations, JavaProcess split) {
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(20))
        .until(
            () -> {
              if (!split.isAlive()) {
                throw new AssertionError(split.stderr());
              }
              return database.applied() > operations;
            });
  }

  /** Sends a ledger message that 'batch' would refuse; returns its id. */
  private static String sendWrong(TestBroker broker, String topic) throws Exception {
    String body =
        """
        [{"op":"create","order_id":"A","txn_id":"t1","seq":1,"amount":1,"currency":"EUR"},\
        {"op":"add","order_id":"A","txn_id":"t2","seq":2,"amount":"1,5","currency":"EUR"}]
        """;
    ClientServiceProvider client = ClientServiceProvider.loadService();
    try (Producer producer =
        client
            .newProducerBuilder()
            .setClientConfiguration(
                ClientConfiguration.newBuilder()
                    .setEndpoints(broker.endpoints())
                    .enableSsl(false)
                    .build())
            .setTopics(topic)
            .build()) {
      return producer
          .send(
              client
                  .newMessageBuilder()
                  .setTopic(topic)
                  .setMessageGroup("ledger")
                  .setBody(body.getBytes(UTF_8))
                  .build())
          .getMessageId()
          .toString();
    }
  }
}
