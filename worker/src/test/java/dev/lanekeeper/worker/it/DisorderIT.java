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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The broker delivers out of order, for all the reasons that it has; the effects are in order. */
@ExtendWith(BrokerExtension.class)
class DisorderIT {
  private static final int ORDERS = 20;
  private static final int OPERATIONS = 12;
  private static final Duration SOON = Duration.ofSeconds(90);

  @TempDir Path folder = Path.of("");

  @Execution(ExecutionMode.CONCURRENT)
  @ParameterizedTest
  @DisplayName("a consumer group that is not orderly")
  @ValueSource(strings = {"simple", "push"})
  void consumerGroupThatIsNotOrderly(String mode, TestBroker broker) throws Exception {
    String name = "concurrent-" + mode;
    broker.createTopic(name, 4);
    broker.createGroup(name, false);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = TestLedger.interleaved(ORDERS, OPERATIONS, 5);
    programs.replay(ledger);

    JsonNode summary =
        drain(programs, database, "--mode", mode, "--receive-batch", "32", "--preflight", "warn");

    assertInOrder(database, ledger);
    assertThat(summary.path("applied").asInt()).isEqualTo(ledger.size());
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("two producers that interleave, one of them behind, and the least connections")
  void twoProducersThatInterleave(TestBroker broker) throws Exception {
    String name = "two-producers";
    broker.createTopic(name, 4);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.H2, folder);
    TestLedger ledger = TestLedger.interleaved(ORDERS, OPERATIONS, 6);
    programs.replay(ledger.only(entry -> entry.sequence() % 2 == 0));
    programs.replay(ledger.only(entry -> entry.sequence() % 2 == 1));

    JsonNode summary = drain(programs, database, "--db-pool-size", "2");

    assertInOrder(database, ledger);
    // Every even sequence came before its predecessor, was held, and was applied from there.
    assertThat(summary.path("held").asInt()).isEqualTo(ORDERS * OPERATIONS / 2);
    assertThat(summary.path("applied").asInt()).isEqualTo(ledger.size());
  }

  @Execution(ExecutionMode.CONCURRENT)
  @Test
  @DisplayName("a queue count that changes under load")
  void queueCountThatChangesUnderLoad(TestBroker broker) throws Exception {
    String name = "more-queues";
    broker.createTopic(name, 2);
    broker.createGroup(name, true);
    Programs programs = new Programs(folder, broker, name, name);
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = TestLedger.interleaved(ORDERS, OPERATIONS, 7).withNote("pause:50");
    TestLedger begin = ledger.only(entry -> entry.sequence() <= OPERATIONS / 2);
    TestLedger end = ledger.only(entry -> entry.sequence() > OPERATIONS / 2);
    programs.replay(begin);
    // What is sent from now on goes to other queues, and overtakes what waits in the old ones.
    broker.changeQueues(name, 16);
    programs.replay(end);

    drain(programs, database);

    assertInOrder(database, ledger);
  }

  private static JsonNode drain(Programs programs, LedgerDatabase database, String... more)
      throws Exception {
    List<String> arguments = new ArrayList<>(List.of("--until-idle", "12s"));
    arguments.addAll(List.of(more));
    try (JavaProcess worker = programs.faultyWorker(database, arguments.toArray(String[]::new))) {
      await().atMost(SOON).until(() -> worker.stderr().contains("receiving:"));
      return JsonMapper.shared().readTree(programs.drain(worker).stdout()).get(0);
    }
  }

  private static void assertInOrder(LedgerDatabase database, TestLedger ledger) {
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits())
        .hasSize(ORDERS)
        .allSatisfy(
            (order, sequences) ->
                assertThat(sequences)
                    .isEqualTo(LongStream.rangeClosed(1, OPERATIONS).boxed().toList()));
    assertThat(database.query("select event_id from held_message")).isEmpty();
    assertThat(database.query("select distinct state from message_group")).containsExactly("open");
  }
}
