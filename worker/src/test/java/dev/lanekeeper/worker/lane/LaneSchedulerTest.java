package dev.lanekeeper.worker.lane;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.unsequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.api.TryAgainException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LaneSchedulerTest {
  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.POSTGRESQL, OnExhausted.PARK, FirstSequence.ONE);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(4, 4, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
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

  @AfterEach
  void close() {
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  void laneThatWaitsForItsNextAttemptTellsWhichAndWhenAndHowManyWaitBehind() {
    fixture.handlerDoes(
        (message, handle) -> {
          throw new TryAgainException("later", Duration.ofMinutes(1));
        });
    lanes.submit(
        List.of(
            new Delivered(sequenced("A", 1), () -> true),
            new Delivered(sequenced("A", 2), () -> true)));
    await()
        .atMost(Duration.ofSeconds(30))
        .untilAsserted(
            () -> {
              List<LaneView> slowest = lanes.slowest(5);
              assertThat(slowest).hasSize(1);
              LaneView view = slowest.get(0);
              assertThat(view.key().name()).isEqualTo("A");
              assertThat(view.nextTry()).isPresent();
              assertThat(view.attempt()).isGreaterThan(1);
              assertThat(view.behind()).isEqualTo(1);
              assertThat(view.waited()).isPositive();
            });
    lanes.stop();
  }

  @Test
  void oneMessageOfAGroupAtATimeAndManyGroupsAtOnce() {
    AtomicInteger atOnce = new AtomicInteger();
    AtomicInteger most = new AtomicInteger();
    CountDownLatch three = new CountDownLatch(3);
    fixture.handlerDoes(
        (message, handle) -> {
          most.accumulateAndGet(atOnce.incrementAndGet(), Math::max);
          if (message.sequence().orElse(0) == 1) {
            three.countDown();
            assertThat(three.await(30, TimeUnit.SECONDS)).isTrue();
          }
          atOnce.decrementAndGet();
          return Optional.empty();
        });
    List<CompletableFuture<Outcome>> outcomes = new ArrayList<>();
    for (int sequence = 1; sequence <= 5; sequence++) {
      for (String group : List.of("A", "B", "C")) {
        outcomes.add(lanes.submit(new Delivered(sequenced(group, sequence), () -> true)));
      }
    }
    assertThat(outcomes)
        .allSatisfy(
            outcome ->
                assertThat(outcome.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Applied.class));
    assertThat(most.get()).isEqualTo(3);
    assertThat(fixture.effects("B")).containsExactly("1", "2", "3", "4", "5");
    await().atMost(Duration.ofSeconds(10)).until(() -> lanes.lanes() == 0);
  }

  @Test
  void failingGroupHoldsUpNoOther() throws Exception {
    fixture.handlerDoes(
        (message, handle) -> {
          if (message.messageGroup().equals("P")) {
            throw new IllegalStateException("always");
          }
          return Optional.empty();
        });
    CompletableFuture<Outcome> head = lanes.submit(new Delivered(sequenced("P", 1), () -> true));
    CompletableFuture<Outcome> behind = lanes.submit(new Delivered(sequenced("P", 2), () -> true));
    for (int sequence = 1; sequence <= 100; sequence++) {
      assertThat(
              lanes
                  .submit(new Delivered(sequenced("Q", sequence), () -> true))
                  .get(30, TimeUnit.SECONDS))
          .isInstanceOf(Outcome.Applied.class);
    }
    assertThat(head.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Parked.class);
    assertThat(behind.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Held.class);
  }

  @Test
  void gapThatClosesDrainsInTheSameLane() throws Exception {
    lanes.submit(new Delivered(sequenced("A", 2), () -> true)).get(30, TimeUnit.SECONDS);
    lanes.submit(new Delivered(sequenced("A", 3), () -> true)).get(30, TimeUnit.SECONDS);
    lanes.submit(new Delivered(sequenced("A", 1), () -> true)).get(30, TimeUnit.SECONDS);
    await()
        .atMost(Duration.ofSeconds(10))
        .untilAsserted(() -> assertThat(fixture.effects("A")).containsExactly("1", "2", "3"));
  }

  @Test
  void messageWhoseLeaseIsGoneIsNotStarted() throws Exception {
    assertThat(
            lanes.submit(new Delivered(sequenced("A", 1), () -> false)).get(30, TimeUnit.SECONDS))
        .isInstanceOf(Outcome.Nothing.class);
    assertThat(fixture.runs()).isZero();
  }

  @Test
  void messageWhoseLeaseIsGoneTakesAlongThoseBehindIt() throws Exception {
    List<CompletableFuture<Outcome>> outcomes =
        lanes.submit(
            List.of(
                new Delivered(unsequenced("A", "1"), () -> false),
                new Delivered(unsequenced("A", "2"), () -> true),
                new Delivered(unsequenced("B", "1"), () -> true),
                new Delivered(unsequenced("A", "3"), () -> true)));
    for (int i : new int[] {0, 1, 3}) {
      assertThat(outcomes.get(i).get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Nothing.class);
    }
    assertThat(outcomes.get(2).get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.effects("A")).isEmpty();
    assertAppliedInOrderWhenTheyComeAgain("1", "2", "3");
  }

  /** The worker goes on before all that waited has gone back. */
  @Test
  void pauseThatEndsAtOnceAppliesNothingOutOfOrder() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    fixture.handlerDoes(
        (message, handle) -> {
          started.countDown();
          goOn.await();
          return Optional.empty();
        });
    List<CompletableFuture<Outcome>> outcomes =
        lanes.submit(
            Stream.of("0", "1", "2", "3")
                .map(id -> new Delivered(unsequenced("A", id), () -> true))
                .toList());
    CompletableFuture<Void> resumed = outcomes.get(1).thenRun(lanes::resume);
    assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    lanes.pause();
    goOn.countDown();

    assertThat(outcomes.get(0).get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Applied.class);
    for (CompletableFuture<Outcome> waiting : outcomes.subList(1, 4)) {
      assertThat(waiting.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Nothing.class);
    }
    resumed.get(30, TimeUnit.SECONDS);
    assertThat(fixture.effects("A")).containsExactly("0");
    assertAppliedInOrderWhenTheyComeAgain("0", "1", "2", "3");
  }

  private void assertAppliedInOrderWhenTheyComeAgain(String... all) throws Exception {
    for (String id : List.of("1", "2", "3")) {
      assertThat(
              lanes
                  .submit(new Delivered(unsequenced("A", id), () -> true))
                  .get(30, TimeUnit.SECONDS))
          .isInstanceOf(Outcome.Applied.class);
    }
    assertThat(fixture.effects("A")).containsExactly(all);
  }

  @Test
  void stopEndsWhatRunsAndHandsBackWhatWaits() throws Exception {
    CountDownLatch started = new CountDownLatch(1);
    CountDownLatch goOn = new CountDownLatch(1);
    fixture.handlerDoes(
        (message, handle) -> {
          started.countDown();
          goOn.await();
          return Optional.empty();
        });
    CompletableFuture<Outcome> running = lanes.submit(new Delivered(sequenced("A", 1), () -> true));
    CompletableFuture<Outcome> waiting = lanes.submit(new Delivered(sequenced("A", 2), () -> true));
    assertThat(started.await(30, TimeUnit.SECONDS)).isTrue();
    lanes.stop();
    goOn.countDown();

    assertThat(running.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Applied.class);
    assertThat(waiting.get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Nothing.class);
    assertThat(fixture.effects("A")).containsExactly("1");
  }
}
