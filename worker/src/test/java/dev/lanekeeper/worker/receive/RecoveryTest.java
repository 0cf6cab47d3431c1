package dev.lanekeeper.worker.receive;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.lane.Delivered;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.observe.OutageLog;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class RecoveryTest {
  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final List<Throwable> fatal = new ArrayList<>();
  private final LaneScheduler lanes =
      new LaneScheduler(
          ProcessingFixture.CONSUMER_GROUP,
          fixture.processing(),
          new CautiousStart(System::nanoTime, Duration.ofMinutes(-1)),
          threads,
          timer,
          System::nanoTime,
          fatal::add);
  private final Tap tap = new Tap();
  private long now;
  private boolean databaseAway;
  private int probes;
  private final Outage settling =
      new Outage(Outage.Side.SETTLING, Duration.ofSeconds(10), () -> now, new OutageLog());
  private final Recovery recovery =
      new Recovery(settling, tap, lanes, this::probe, () -> now, fatal::add);

  /** Where the broker would be. */
  private static final class Tap implements Receiver {
    private boolean open = true;

    @Override
    public void start() {}

    @Override
    public boolean isReceiving() {
      return open;
    }

    @Override
    public void pause() {
      open = false;
    }

    @Override
    public void resume() {
      open = true;
    }

    @Override
    public void watch() {}

    @Override
    public void stopReceiving() {}

    @Override
    public boolean close(Duration work, Duration farewell) {
      return true;
    }
  }

  @AfterEach
  void close() {
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  void whileTheDatabaseIsAwayNothingIsReceivedAndLanesGiveBack() throws Exception {
    databaseAway = true;
    open();
    assertThat(tap.open).isFalse();
    assertThat(lanes.submit(new Delivered(sequenced("A", 1), () -> true)).get(30, TimeUnit.SECONDS))
        .isInstanceOf(Outcome.Nothing.class);
    assertThat(fixture.runs()).isZero();
  }

  @Test
  void probesAreFurtherAndFurtherApartWithACap() {
    databaseAway = true;
    open();
    runFor(Duration.ofMinutes(5));
    assertThat(probes).isBetween(5 * 60 / 15, 50);
    assertThat(tap.open).isFalse();
    databaseAway = false;
    runFor(Duration.ofSeconds(15));
    assertThat(tap.open).isTrue();
  }

  @Test
  void oneSettledMessageEndsIt() {
    open();
    runFor(Duration.ofSeconds(2));
    assertThat(tap.open).isTrue();
    assertThat(settling.isOpen()).isTrue();
    settling.worked();
    runFor(Duration.ofSeconds(1));
    assertThat(settling.isOpen()).isFalse();
    assertThat(tap.open).isTrue();
  }

  @Test
  void failureOfAnotherKindWhileTheDatabaseIsWellKeepsItOneOutage() {
    open();
    for (int trial = 0; trial < 5; trial++) {
      runFor(Duration.ofSeconds(15), () -> tap.open);
      assertThat(tap.open).isTrue();
      settling.failed(new IllegalStateException("the service downstream is away"));
      recovery.run();
      assertThat(tap.open).isFalse();
      assertThat(settling.isOpen()).isTrue();
    }
  }

  @Test
  void trialWithNothingToSettleEndsItToo() {
    open();
    runFor(Duration.ofSeconds(10));
    assertThat(settling.isOpen()).isFalse();
    assertThat(tap.open).isTrue();
  }

  /** It was in work when receiving paused: a sign of life, but the worker is not ready by it. */
  @Test
  void messageThatSettlesDuringThePauseHurriesTheProbeAndEndsNothing() {
    databaseAway = true;
    open();
    settling.worked();
    recovery.run();
    assertThat(probes).isEqualTo(1);
    runFor(Duration.ofMillis(400)); // The second pause is 500 ms at least.
    assertThat(probes).isEqualTo(1);
    assertThat(settling.isOpen()).isTrue();
    assertThat(tap.open).isFalse();

    databaseAway = false;
    runFor(Duration.ofSeconds(15), () -> tap.open);
    assertThat(settling.isOpen()).as("on trial").isTrue();
    settling.worked();
    assertThat(settling.isOpen()).isFalse();
  }

  @Test
  void trialEndsWhileTheOnlyHandlerTakesVeryLong() throws Exception {
    CountDownLatch inWork = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    fixture.handlerDoes(
        (message, handle) -> {
          inWork.countDown();
          goOn.await();
          return Optional.empty();
        });
    open();
    runFor(Duration.ofSeconds(15), () -> tap.open);
    CompletableFuture<Outcome> outcome = lanes.submit(new Delivered(sequenced("A", 1), () -> true));
    assertThat(inWork.await(30, TimeUnit.SECONDS)).isTrue();
    runFor(Duration.ofSeconds(100));
    assertThat(settling.isOpen()).as("it may still fail").isTrue();
    runFor(Duration.ofSeconds(30));
    assertThat(settling.isOpen()).isFalse();
    goOn.countDown();
    assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void trialEndsWhileTheOnlyGroupIsFull() throws Exception {
    open();
    for (int sequence = 2; sequence < 2 + ProcessingFixture.MAX_HELD; sequence++) {
      fixture.process(sequenced("A", sequence));
    }
    runFor(Duration.ofSeconds(15), () -> tap.open);
    CompletableFuture<Outcome> full = lanes.submit(new Delivered(sequenced("A", 99), () -> true));
    await().atMost(Duration.ofSeconds(30)).until(() -> fixture.changes().contains("full"));
    runFor(Duration.ofMinutes(3));
    assertThat(settling.isOpen()).isFalse();
    lanes.stop();
    assertThat(full.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Nothing.class);
  }

  private void probe() {
    probes++;
    if (databaseAway) {
      throw new IllegalStateException("away");
    }
  }

  private void open() {
    for (int i = 0; i < 2; i++) {
      settling.failed(new IllegalStateException("away"));
      now += Duration.ofSeconds(10).toNanos();
    }
    recovery.run();
    assertThat(settling.isOpen()).isTrue();
  }

  private void runFor(Duration duration) {
    runFor(duration, () -> false);
  }

  private void runFor(Duration duration, java.util.function.BooleanSupplier enough) {
    long end = now + duration.toNanos();
    while (now < end && !enough.getAsBoolean()) {
      now += Duration.ofMillis(100).toNanos();
      recovery.run();
    }
  }
}
