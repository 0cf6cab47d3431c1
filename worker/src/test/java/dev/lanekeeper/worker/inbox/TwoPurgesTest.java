package dev.lanekeeper.worker.inbox;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Two processes that purge and apply at once, each with a pool of its own (case B11). */
@ParameterizedClass
@EnumSource(Engine.class)
class TwoPurgesTest {
  private static final Duration SOON = Duration.ofSeconds(30);
  private static final int OLD = 4 * OldInboxRows.BATCH;
  private static final int GROUPS = 8;
  private static final int MESSAGES = 25;
  private static final Retention RETENTION = new Retention(Duration.ofDays(7), Duration.ofDays(90));

  private final Engine engine;
  private final ProcessingFixture fixture;
  private final Database other;
  private final ExecutorService threads = Executors.newFixedThreadPool(GROUPS + 2);

  TwoPurgesTest(Engine engine) {
    this.engine = engine;
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    other = Database.open(TestDatabases.settings(fixture.url()));
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    other.close();
    fixture.close();
  }

  @Test
  void oneWorksTheOtherSkipsAndBothGoOnApplying() throws Exception {
    insertOld();
    CyclicBarrier together = new CyclicBarrier(GROUPS + 2);
    Future<Integer> here =
        threads.submit(
            () -> {
              together.await(30, TimeUnit.SECONDS);
              return purgeAll(purge(fixture.database(), "here"));
            });
    Future<Integer> there =
        threads.submit(
            () -> {
              together.await(30, TimeUnit.SECONDS);
              return purgeAll(purge(other, "there"));
            });
    List<Future<List<Outcome>>> groups = new ArrayList<>();
    for (int group = 0; group < GROUPS; group++) {
      String name = "G" + group;
      groups.add(threads.submit(() -> processAll(name, together)));
    }

    int removedHere = here.get(1, TimeUnit.MINUTES);
    int removedThere = there.get(1, TimeUnit.MINUTES);
    for (Future<List<Outcome>> outcomes : groups) {
      assertThat(outcomes.get(1, TimeUnit.MINUTES))
          .hasSize(MESSAGES)
          .allMatch(Outcome.Applied.class::isInstance);
    }
    assertThat(List.of(removedHere, removedThere)).containsExactlyInAnyOrder(OLD, 0);
    assertThat(rows()).isEqualTo(GROUPS * MESSAGES);
    assertThat(fixture.failures()).isEmpty();
  }

  @Test
  void batchThatIsInterruptedIsRemovedAsAWholeOrNotAtAll() throws Exception {
    insertOld();
    Purge purge = purge(other, "there");
    Thread batch = new Thread(() -> nextIgnoringFailure(purge));
    try (Handle holder = fixture.database().jdbi().open()) {
      holder.begin();
      holder.execute("update inbox set attempts = 1");
      batch.start();
      await().atMost(SOON).until(() -> !fixture.query(waiting()).isEmpty());
      batch.interrupt();
      holder.rollback();
    }
    batch.join(SOON.toMillis());
    assertThat(batch.isAlive()).isFalse();

    int left = rows();
    assertThat(left).isIn(OLD, OLD - OldInboxRows.BATCH);
    assertThat(purgeAll(purge)).isEqualTo(left);
    assertThat(rows()).isZero();
  }

  private static void nextIgnoringFailure(Purge purge) {
    try {
      purge.next();
    } catch (RuntimeException interrupted) {
      // Upkeep would tell it; the database has to be as if it had not begun.
    }
  }

  /** Who waits for a row that somebody else has locked. */
  private String waiting() {
    return switch (engine) {
      case H2 -> "select 1 from information_schema.sessions where blocker_id is not null";
      case POSTGRESQL ->
          """
          select 1 from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'
          """;
    };
  }

  private int rows() {
    return Integer.parseInt(fixture.query("select count(*) from inbox").get(0));
  }

  private void insertOld() {
    String numbers =
        switch (engine) {
          case H2 -> "system_range(1, " + OLD + ")";
          case POSTGRESQL -> "generate_series(1, " + OLD + ") as numbers(x)";
        };
    fixture.database().jdbi().useHandle(handle -> OldRows.insert(handle, numbers));
  }

  private static Purge purge(Database database, String holder) {
    return new Purge(database.jdbi(), CONSUMER_GROUP, holder, RETENTION);
  }

  private static int purgeAll(Purge purge) {
    int removed = 0;
    int skipped = 0;
    while (skipped < 20) {
      Purged purged = purge.next();
      removed += purged.inboxRows();
      skipped = purged.moreMayFollow() ? 0 : skipped + 1;
    }
    return removed;
  }

  private List<Outcome> processAll(String group, CyclicBarrier together) throws Exception {
    together.await(30, TimeUnit.SECONDS);
    List<Outcome> outcomes = new ArrayList<>();
    for (int sequence = 1; sequence <= MESSAGES; sequence++) {
      outcomes.add(fixture.process(sequenced(group, sequence)));
    }
    return outcomes;
  }
}
