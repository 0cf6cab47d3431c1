package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.Jars;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.Sender;
import dev.lanekeeper.worker.testing.TestBroker;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** The packaged worker with the packaged sample of a handler, whose Jackson is another. */
@ExtendWith(BrokerExtension.class)
class OwnHandlersIT {
  private static final Duration LONG = Duration.ofMinutes(2);

  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName(
      "messages go to the handlers of their types, once and in order, and a repeat does not")
  void messagesGoToTheHandlersOfTheirTypes(TestBroker broker) throws Exception {
    broker.createTopic("own-handlers", 2);
    broker.createGroup("own-handlers", true);
    Programs programs = new Programs(folder, broker, "own-handlers", "own-handlers");
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    programs.migrate(database);
    database.tamper(Files.readString(Jars.pointsHandler().resolve("../../points.sql").normalize()));
    try (Sender sender = new Sender(broker.endpoints(), "own-handlers")) {
      for (int copy = 0; copy < 2; copy++) {
        sender.send("c-7", 1, "shop.purchase.completed.v1", purchase("c-7", "40.50"));
        sender.send("c-7", 2, "shop.purchase.refunded.v1", purchase("c-7", "10.00"));
      }
      sender.send("o-1", 1, "ledger.order.created.v1", order("o-1"));
      sender.send("c-8", 1, "shop.purchase.completed.v1", purchase("c-9", "1.00"));
      sender.send("c-9", 1, "shop.basket.left.v1", "{}");
    }

    JavaProcess.Result result =
        programs
            .worker(
                database,
                "--handlers-path",
                Jars.pointsHandler().toString(),
                "--handler",
                "ledger,points",
                "--until-idle",
                "2s")
            .await(LONG);

    assertThat(result.exitCode()).as(result.stderr()).isZero();
    assertThat(database.query("select customer || ' ' || points from points_account"))
        .containsExactly("c-7 30");
    assertThat(database.query("select result from inbox where sequence = 2")).containsExactly("30");
    assertThat(database.balances()).containsEntry("o-1", "5.00").hasSize(1);
    assertThat(database.query(PARKED)).containsExactly("c-8 misrouted", "c-9 rejected");
    assertThat(database.query("select last_error from held_message where message_group = 'c-9'"))
        .first()
        .asString()
        .contains("no handler was named for type \"shop.basket.left.v1\"");
    assertThat(result.stderr())
        .containsSubsequence(
            List.of(
                "handlers: ledger (built in), points (" + Jars.pointsHandler(),
                "receiving:",
                "the database is closed",
                "handler 'points' (" + Jars.pointsHandler() + ") is closed"));
  }

  private static final String PARKED =
      "select name || ' ' || reason from message_group where state = 'parked' order by name";

  private static String purchase(String customer, String amount) {
    return "{\"customer\":\"%s\",\"amount\":\"%s\"}".formatted(customer, amount);
  }

  private static String order(String id) {
    return """
    {"op":"create","order_id":"%s","txn_id":"t-1","amount":5.00,"currency":"EUR"}
    """
        .formatted(id);
  }

  @Test
  @DisplayName("a handler that is not there is told in one line, before anything is opened")
  void handlerThatIsNotThere() throws InterruptedException {
    JavaProcess.Result result =
        JavaProcess.start(
                folder,
                Map.of(),
                List.of("-jar", Jars.worker().toString(), "run", "--handler", "poinst"))
            .await(LONG);
    assertThat(result.exitCode()).isEqualTo(78);
    assertThat(result.stderr())
        .isEqualTo(
            "error: --handler poinst: there is no such handler; found: ledger (built in), http"
                + " (built in)\n");
    assertThat(folder.resolve("data")).doesNotExist();
  }
}
