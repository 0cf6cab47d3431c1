package dev.lanekeeper.worker.cli;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.config.PoolOptions;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.lane.Delivered;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.observe.OutageLog;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.Connection;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A worker with --db-pool-size 2 and handlers that are slow for it. */
class SmallPoolTest {
  private static final int CONNECTIONS = 2;
  private static final int ORDERS = 8;
  private static final Duration POOL_TIMEOUT = Duration.ofMillis(250); // The least of HikariCP.
  private static final Duration HANDLER = Duration.ofMillis(150);

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.POSTGRESQL, OnExhausted.PARK, FirstSequence.ONE);
  private final ThreadPoolExecutor threads =
      Threads.handlers(PoolOptions.handlers(Engine.POSTGRESQL, 16, CONNECTIONS));
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final List<Throwable> fatal = new ArrayList<>();
  private final LaneScheduler lanes =
      new LaneScheduler(
          ProcessingFixture.CONSUMER_GROUP,
          fixture.processing(),
          new CautiousStart(System::nanoTime, Duration.ofMinutes(5)),
          threads,
          timer,
          System::nanoTime,
          fatal::add);
  private final Outage outage =
      new Outage(Outage.Side.SETTLING, Duration.ZERO, System::nanoTime, new OutageLog());
  private final Upkeep upkeep =
      new Upkeep(
          "held messages",
          List.of(() -> fixture.processing().drainer().groupsToDrain()),
          outage,
          fatal::add);

  SmallPoolTest() {
    var pool = fixture.database().dataSource();
    pool.getHikariConfigMXBean().setConnectionTimeout(POOL_TIMEOUT.toMillis());
    pool.getHikariConfigMXBean().setMinimumIdle(CONNECTIONS);
    pool.getHikariConfigMXBean().setMaximumPoolSize(CONNECTIONS);
    pool.getHikariPoolMXBean().softEvictConnections();
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  void settlesAllWhileUpkeepGoesOnAndNobodyWaitsTooLongForAConnection() throws Exception {
    CountDownLatch never = new CountDownLatch(1);
    fixture.handlerDoes(
        (message, handle) -> {
          assertThat(never.await(HANDLER.toMillis(), TimeUnit.MILLISECONDS)).isFalse();
          return Optional.empty();
        });
    List<CompletableFuture<Outcome>> outcomes =
        lanes.submit(
            IntStream.range(0, ORDERS)
                .mapToObj(order -> new Delivered(sequenced("order-" + order, 1), () -> true))
                .toList());
    CompletableFuture<Void> all =
        CompletableFuture.allOf(outcomes.toArray(CompletableFuture[]::new));
    while (!all.isDone()) {
      upkeep.run();
      assertThat(outage.isOpen()).isFalse();
    }

    assertThat(outcomes)
        .allSatisfy(outcome -> assertThat(outcome.get()).isInstanceOf(Outcome.Applied.class));
    assertThat(fixture.failures()).isEmpty();
  }

  @Test
  void poolIsSaidToBeExhaustedAsTheClassifierExpects() throws Exception {
    var pool = fixture.database().dataSource();
    List<Connection> all = new ArrayList<>();
    Exception failure = null;
    while (failure == null) { // Evicted connections may still be among the first.
      try {
        all.add(pool.getConnection());
      } catch (SQLTransientConnectionException exhausted) {
        failure = exhausted;
      }
    }
    for (Connection connection : all) {
      connection.close();
    }
    assertThat(new FailureClassifier().isOutage(failure)).isFalse();
  }
}
