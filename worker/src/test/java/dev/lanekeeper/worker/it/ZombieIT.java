package dev.lanekeeper.worker.it;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.HealthWatch;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.LedgerDatabase;
import dev.lanekeeper.worker.testing.Programs;
import dev.lanekeeper.worker.testing.TestBroker;
import dev.lanekeeper.worker.testing.TestLedger;
import java.nio.file.Path;
import java.time.Duration;
import java.util.stream.LongStream;
import org.awaitility.core.ConditionTimeoutException;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** A worker that stands still for longer than its lease and its transaction, and then goes on. */
@ExtendWith(BrokerExtension.class)
class ZombieIT {
  private static final int ORDERS = 12;
  private static final int OPERATIONS = 6;
  private static final int LAST = OPERATIONS + 1;
  private static final Duration LEASE = Duration.ofSeconds(10);

  /** A handler that is in its transaction for longer than any note says: its process is stopped. */
  private static final String STANDING =
      """
      select pid from pg_stat_activity
       where datname = current_database() and state = 'idle in transaction'
         and state_change < clock_timestamp() - interval '1300 milliseconds'
      """;

  @TempDir Path folder = Path.of("");

  @Test
  @DisplayName("stopped in mid-handler beyond its lease: no second effect, no attempt charged")
  void stoppedWorkerThatGoesOnChangesNothing(TestBroker broker) throws InterruptedException {
    broker.createTopic("zombie", 4);
    broker.createGroup("zombie", true);
    Programs programs = new Programs(folder, broker, "zombie", "zombie");
    LedgerDatabase database = new LedgerDatabase(Engine.POSTGRESQL, folder);
    TestLedger ledger = TestLedger.interleaved(ORDERS, LAST, 5).withNote("pause:300");
    // Not cautious: a start on record cannot be told from a death, and would be counted.
    String[] arguments = {
      "--invisible-time",
      LEASE.toSeconds() + "s",
      "--cautious-start",
      "1ms",
      "--idle-in-transaction-timeout",
      "4s",
      "--statement-timeout",
      "4s",
      "--lock-timeout",
      "1s"
    };
    programs.migrate(database);
    programs.replay(ledger.only(entry -> entry.sequence() < LAST));

    try (JavaProcess zombie = programs.faultyWorker(database, arguments)) {
      await().atMost(Duration.ofMinutes(1)).until(() -> database.applied() > 0);
      stopInMidHandler(zombie, database);
      long stopped = System.nanoTime();
      try (JavaProcess other = programs.faultyWorker(database, arguments)) {
        assertThat(database.applied()).isLessThan(ORDERS * OPERATIONS);
        await()
            .atMost(Duration.ofSeconds(90))
            .until(() -> database.applied() == ORDERS * OPERATIONS);
        await()
            .atMost(Duration.ofSeconds(30))
            .until(() -> System.nanoTime() - stopped > LEASE.plusSeconds(2).toNanos());
        zombie.goOn();
        try (HealthWatch health = HealthWatch.of(zombie)) {
          await()
              .atMost(Duration.ofSeconds(30))
              .until(() -> health.metric("lanekeeper_leases_lost_total") > 0);
        }
        programs.replay(ledger.only(entry -> entry.sequence() == LAST));
        await().atMost(Duration.ofSeconds(90)).until(() -> database.applied() >= ledger.size());
        zombie.terminate();
        other.terminate();
        assertThat(other.await(Duration.ofSeconds(40)).exitCode()).isZero();
        assertThat(zombie.await(Duration.ofSeconds(40)).exitCode()).as(zombie.stderr()).isZero();
      }
    }
    assertThat(database.balances()).isEqualTo(ledger.balances());
    assertThat(database.commits())
        .hasSize(ORDERS)
        .allSatisfy(
            (order, sequences) ->
                assertThat(sequences).isEqualTo(LongStream.rangeClosed(1, LAST).boxed().toList()));
    assertThat(
            database.query("select event_id from inbox where attempts <> 1 or fate <> 'applied'"))
        .isEmpty();
    assertThat(database.query("select event_id from attempt")).isEmpty();
    assertThat(database.query("select event_id from held_message")).isEmpty();
  }

  private static void stopInMidHandler(JavaProcess zombie, LedgerDatabase database)
      throws InterruptedException {
    for (int attempt = 0; attempt < 5; attempt++) {
      zombie.standStill();
      try {
        await().atMost(Duration.ofSeconds(3)).until(() -> !database.query(STANDING).isEmpty());
        return;
      } catch (ConditionTimeoutException betweenTwoMessages) {
        int before = database.applied();
        zombie.goOn();
        await().atMost(Duration.ofSeconds(30)).until(() -> database.applied() > before);
      }
    }
    throw new AssertionError("not once stopped in mid-handler");
  }
}
