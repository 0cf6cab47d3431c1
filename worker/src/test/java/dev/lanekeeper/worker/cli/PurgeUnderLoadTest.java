package dev.lanekeeper.worker.cli;

import static dev.lanekeeper.worker.testing.ProcessingFixture.CONSUMER_GROUP;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.Purge;
import dev.lanekeeper.worker.inbox.Retention;
import dev.lanekeeper.worker.observe.PurgeMetrics;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.testing.GroupsAtWork;
import dev.lanekeeper.worker.testing.GroupsAtWork.Pace;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.RestartablePostgres;
import dev.lanekeeper.worker.testing.TestDatabases;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;

/**
 * What it costs 8 busy message groups that a large inbox is purged meanwhile: figures for
 * sql/README.md. Slices with and without the purge take turns, so that both meet the same machine.
 */
class PurgeUnderLoadTest {
  private static final int GROUPS = 8;
  private static final Duration SLICE = Duration.ofSeconds(10);

  /** A statement that fills more takes longer than statements may. */
  private static final int FILLED_AT_ONCE = 20_000;

  private static final Duration NO_LOCK_WAIT = Duration.ofSeconds(1);

  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  @DisplayName("the purge of a large inbox neither locks nor bloats: -Dretention.rows=1000000")
  @EnabledIfSystemProperty(
      named = "retention.rows",
      matches = "\\d+",
      disabledReason = "a measurement of minutes")
  void purgeNeitherLocksNorBloats() throws Exception {
    int rows = Integer.getInteger("retention.rows");
    try (RestartablePostgres server = RestartablePostgres.start();
        ProcessingFixture fixture = new ProcessingFixture(Engine.POSTGRESQL, server.newUrl());
        Database ofPurge = Database.open(TestDatabases.settings(fixture.url()))) {
      fill(ofPurge, rows);
      String before = size(fixture);
      PurgeTask purge = purge(ofPurge);
      List<Pace> alone = new ArrayList<>();
      List<Pace> beside = new ArrayList<>();
      try (GroupsAtWork work = new GroupsAtWork(fixture, GROUPS)) {
        work.pace(SLICE); // Warms up.
        while (purged() < rows) {
          alone.add(work.pace(SLICE));
          ScheduledExecutorService upkeep = Executors.newSingleThreadScheduledExecutor();
          long pause = PurgeTask.PAUSE.toMillis();
          upkeep.scheduleWithFixedDelay(purge, 0, pause, TimeUnit.MILLISECONDS);
          beside.add(work.pace(SLICE));
          upkeep.shutdown();
          assertThat(upkeep.awaitTermination(1, TimeUnit.MINUTES)).isTrue();
        }
      }
      System.out.printf(
          "without purge %s%nwith purge    %s%ninbox %s before, %s after%n",
          Pace.median(alone), Pace.median(beside), before, size(fixture));
      assertThat(Pace.median(beside).slowest()).isLessThan(NO_LOCK_WAIT);
      assertThat(
              fixture.query(
                  "select count(*) from inbox where settled_at < now() - interval '8 days'"))
          .containsExactly("0");
    }
  }

  private double purged() {
    return registry.get("lanekeeper.inbox.purged").counter().count();
  }

  private PurgeTask purge(Database database) {
    Retention retention = new Retention(Duration.ofDays(7), Duration.ofDays(90));
    return new PurgeTask(
        new Purge(database.jdbi(), CONSUMER_GROUP, "this", retention),
        new PurgeMetrics(registry),
        System::nanoTime,
        new Outage(Outage.Side.SETTLING, Duration.ofSeconds(10), System::nanoTime, new Silent()),
        failure -> {
          throw new IllegalStateException(failure);
        });
  }

  private static void fill(Database database, int rows) {
    database
        .jdbi()
        .useHandle(
            handle -> {
              for (int from = 0; from < rows; from += FILLED_AT_ONCE) {
                handle.execute(
                    """
                  insert into inbox (consumer_group, source, event_id, topic, message_group, sequence,
                                     fingerprint, fate, attempts, received_at, settled_at,
                                     message_id, delivery_attempt)
                  select ?, '/ledger/orders/old-' || n / 100, n % 100 + 1, 'test', 'old-' || n / 100,
                         n % 100 + 1, md5(n::text) || md5(n::text), 'applied', 1,
                         now() - interval '30 days', now() - interval '30 days' + n * interval '1 ms',
                         md5(n::text), 1
                    from generate_series(?, ?) n
                  """,
                    CONSUMER_GROUP, from, Math.min(rows, from + FILLED_AT_ONCE) - 1);
              }
              handle.execute("vacuum analyze inbox");
            });
  }

  private static final class Silent implements Outage.Listener {
    @Override
    public void began(Outage.Side side, Duration failing, Throwable cause) {}

    @Override
    public void ended(Outage.Side side, Duration length) {}
  }

  private static String size(ProcessingFixture fixture) {
    return fixture
        .query(
            "select pg_size_pretty(pg_table_size('inbox')) || ' and '"
                + " || pg_size_pretty(pg_indexes_size('inbox')) || ' of indexes'")
        .get(0);
  }
}
