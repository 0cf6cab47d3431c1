package dev.lanekeeper.worker.it;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.OnceAndInOrder;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestDatabases;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/**
 * The transactional outbox: an application writes rows, relays send them, a worker applies them.
 */
@ExtendWith(BrokerExtension.class)
class RelayIT {
  private static final Duration LONG = Duration.ofMinutes(2);
  private static final int WRITERS = 4;

  @TempDir Path folder = Path.of("");
  private final List<JavaProcess> relays = new ArrayList<>();

  @Test
  @DisplayName(
      "relays are killed and stopped while an application writes; all is applied once and in order")
  void relaysAreKilledWhileAnApplicationWrites(TestBroker broker) throws Exception {
    broker.createTopic("relay", 8);
    broker.createGroup("relay", true);
    Programs programs = new Programs(folder, broker, "relay", "relay");
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    programs.migrate(database);
    TestLedger ledger = TestLedger.interleaved(30, 30, 13);
    ExecutorService application = Executors.newFixedThreadPool(WRITERS);
    Semaphore permits = new Semaphore(0);

    try (JavaProcess worker = programs.worker(database);
        Database written = Database.open(TestDatabases.settings(database.url()))) {
      JavaProcess active = relay(programs, database);
      awaitLine(active, "relaying topic relay, epoch 1");
      JavaProcess waiting = relay(programs, database);
      awaitLine(waiting, "another relay of topic relay is active; waiting");
      List<Future<?>> writers = new ArrayList<>();
      for (int writer = 0; writer < WRITERS; writer++) {
        int number = writer;
        writers.add(application.submit(() -> write(written, ledger, number, permits)));
      }

      permits.release(ledger.size() / 4);
      awaitSent(database, 20, active);
      active.kill();
      awaitLine(waiting, "relaying topic relay, epoch 2");
      JavaProcess zombie = waiting;
      JavaProcess heir = relay(programs, database);
      awaitLine(heir, "another relay of topic relay is active; waiting");
      permits.release(ledger.size() / 4);
      awaitSent(database, 245, zombie);
      zombie.standStill();
      awaitLine(heir, "relaying topic relay, epoch 3");
      permits.release(ledger.size() / 4);
      awaitSent(database, 470, heir);
      zombie.goOn();
      awaitLine(zombie, "another relay of topic relay has taken over");
      heir.kill();
      permits.release(ledger.size());
      awaitLine(zombie, "relaying topic relay, epoch 4");
      for (Future<?> writer : writers) {
        writer.get();
      }
      await()
          .atMost(LONG)
          .pollInterval(Duration.ofMillis(300))
          .until(() -> database.applied() >= ledger.size());
      zombie.terminate();
      JavaProcess.Result ended = zombie.await(Duration.ofSeconds(30));
      assertThat(ended.exitCode()).as(ended.stderr()).isZero();
      worker.terminate();
      assertThat(worker.await(Duration.ofSeconds(60)).exitCode()).isZero();
    } finally {
      relays.forEach(JavaProcess::close);
      application.shutdownNow();
    }
    OnceAndInOrder.check(database, ledger);
    assertThat(database.query("select number from outbox where sent_at is null")).isEmpty();
  }

  /** The rows of this writer's orders, each in a transaction as sql/README.md has it. */
  private static Void write(Database database, TestLedger ledger, int writer, Semaphore permits)
      throws InterruptedException {
    for (TestLedger.Entry entry : ledger.entries()) {
      if (Integer.parseInt(entry.order().substring(2)) % WRITERS == writer) {
        permits.acquire();
        database.jdbi().useTransaction(handle -> write(handle, entry));
      }
    }
    return null;
  }

  private static void write(Handle handle, TestLedger.Entry entry) {
    handle.execute(
        """
        insert into outbox_group
          (topic, message_group, last_sequence)
        values
          ('relay', ?, 0)
        on conflict do nothing
        """,
        entry.order());
    handle.execute(
        """
        update outbox_group
           set last_sequence = last_sequence + 1
         where topic = 'relay'
           and message_group = ?
        """,
        entry.order());
    handle.execute(
        """
        insert into outbox
          (topic, message_group, sequence, source, event_id, type, subject, body)
        select topic, message_group, last_sequence, ?, cast(last_sequence as varchar(20)), ?,
               message_group, ?
          from outbox_group
         where topic = 'relay'
           and message_group = ?
        """,
        "/ledger/orders/" + entry.order(),
        "ledger.transaction.v1",
        body(entry).getBytes(UTF_8),
        entry.order());
  }

  private static String body(TestLedger.Entry entry) {
    String money =
        entry.operation().equals("delete")
            ? ""
            : ",\"txn_id\":\"%s\",\"amount\":\"%d.%02d\",\"currency\":\"EUR\""
                .formatted(entry.transaction(), entry.cents() / 100, entry.cents() % 100);
    return "{\"op\":\"%s\",\"order_id\":\"%s\"%s}"
        .formatted(entry.operation(), entry.order(), money);
  }

  private JavaProcess relay(Programs programs, LedgerDatabase database) {
    JavaProcess relay =
        programs.startProducerTool(
            "relay",
            "--topic",
            "relay",
            "--db",
            database.url(),
            "--lease",
            "3s",
            "--batch",
            "20",
            "--idle-in-transaction-timeout",
            "2s");
    relays.add(relay);
    return relay;
  }

  private static void awaitLine(JavaProcess process, String line) {
    await()
        .atMost(LONG)
        .until(
            () -> {
              assertThat(process.isAlive()).as(process::stderr).isTrue();
              return process.stderr().contains(line);
            });
  }

  private static void awaitSent(LedgerDatabase database, int rows, JavaProcess relay) {
    await()
        .atMost(LONG)
        .pollInterval(Duration.ofMillis(50))
        .until(
            () -> {
              assertThat(relay.isAlive()).as(relay::stderr).isTrue();
              String sent =
                  database.query("select count(*) from outbox where sent_at is not null").get(0);
              return Integer.parseInt(sent) > rows;
            });
  }
}
