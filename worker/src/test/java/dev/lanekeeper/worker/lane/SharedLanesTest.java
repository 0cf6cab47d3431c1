package dev.lanekeeper.worker.lane;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
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
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** Lanes whose messages share transactions (ops/adr/0010): one thread, four messages at most. */
class SharedLanesTest {
  private static final int TOGETHER = 4;

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.POSTGRESQL, OnExhausted.PARK, FirstSequence.ONE);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ScheduledExecutorService timer = Executors.newScheduledThreadPool(1);
  private final List<Throwable> fatal = new ArrayList<>();
  private final CountDownLatch goOn = new CountDownLatch(1);

  @AfterEach
  void close() {
    goOn.countDown();
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  @DisplayName("groups that wait for a thread share, and each keeps its order")
  void groupsShareAndKeepTheirOrder() {
    LaneScheduler lanes = lanes(Duration.ofMinutes(-1));
    List<CompletableFuture<Outcome>> outcomes =
        submit(
            lanes,
            Stream.of(1, 2, 3)
                .flatMap(
                    sequence ->
                        Stream.of("A", "B", "C", "D", "E", "F")
                            .map(group -> sequenced(group, sequence)))
                .toList());
    assertThat(outcomes).allSatisfy(outcome -> assertThat(isApplied(outcome)).isTrue());
    for (String group : List.of("A", "B", "C", "D", "E", "F")) {
      assertThat(fixture.effects(group)).containsExactly("1", "2", "3");
    }
    assertThat(fixture.shared()).hasSizeGreaterThanOrEqualTo(3).containsOnly(true);
    assertThat(fixture.query("select count(*) from inbox group by settled_at"))
        .as("no more than four in one transaction")
        .allSatisfy(count -> assertThat(Integer.parseInt(count)).isLessThanOrEqualTo(TOGETHER))
        .contains(Integer.toString(TOGETHER));
  }

  @Test
  @DisplayName("a group that fails goes alone, with all its attempts, and takes no other along")
  void groupThatFailsGoesAlone() throws Exception {
    fixture.handlerDoes(
        (message, handle) -> {
          if (message.messageGroup().equals("P")) {
            throw new IllegalStateException("always");
          }
          return Optional.empty();
        });
    List<CompletableFuture<Outcome>> outcomes =
        submit(
            lanes(Duration.ofMinutes(-1)),
            List.of(sequenced("A", 1), sequenced("P", 1), sequenced("B", 1), sequenced("C", 1)));
    assertThat(outcomes.get(1).get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Parked.class);
    for (int other : List.of(0, 2, 3)) {
      assertThat(isApplied(outcomes.get(other))).isTrue();
    }
    assertThat(fixture.failures()).hasSize(ProcessingFixture.MAX_ATTEMPTS);
    assertThat(fixture.shared()).as("the others share again").containsExactly(false, true);
  }

  @Test
  @DisplayName("what a worker may have died of goes alone")
  void redeliveredMessagesGoAlone() {
    List<CompletableFuture<Outcome>> outcomes =
        submit(
            lanes(Duration.ofMinutes(-1)),
            List.of(again(sequenced("A", 1), 2), again(sequenced("B", 1), 2)));
    assertThat(outcomes).allSatisfy(outcome -> assertThat(isApplied(outcome)).isTrue());
    assertThat(fixture.shared()).isEmpty();
  }

  @Test
  @DisplayName("a young worker shares nothing, since its predecessor may have died of any message")
  void youngWorkerSharesNothing() {
    List<CompletableFuture<Outcome>> outcomes =
        submit(lanes(Duration.ofMinutes(5)), List.of(sequenced("A", 1), sequenced("B", 1)));
    assertThat(outcomes).allSatisfy(outcome -> assertThat(isApplied(outcome)).isTrue());
    assertThat(fixture.shared()).isEmpty();
  }

  @Test
  @DisplayName("a message that is not ours any more takes no other along")
  void lostMessageTakesNoOtherAlong() throws Exception {
    LaneScheduler lanes = lanes(Duration.ofMinutes(-1));
    threads.execute(this::standStill);
    List<CompletableFuture<Outcome>> outcomes =
        lanes.submit(
            List.of(
                new Delivered(sequenced("A", 1), () -> true),
                new Delivered(sequenced("B", 1), () -> false),
                new Delivered(sequenced("C", 1), () -> true)));
    goOn.countDown();
    assertThat(isApplied(outcomes.get(0))).isTrue();
    assertThat(outcomes.get(1).get(30, TimeUnit.SECONDS)).isInstanceOf(Outcome.Nothing.class);
    assertThat(isApplied(outcomes.get(2))).isTrue();
    assertThat(fixture.effects("B")).isEmpty();
  }

  private LaneScheduler lanes(Duration youth) {
    fixture.shares(TOGETHER);
    return new LaneScheduler(
        ProcessingFixture.CONSUMER_GROUP,
        fixture.processing(),
        new CautiousStart(System::nanoTime, youth),
        threads,
        timer,
        System::nanoTime,
        fatal::add);
  }

  /** All of them are ready before the one thread takes the first. */
  private List<CompletableFuture<Outcome>> submit(LaneScheduler lanes, List<RawMessage> messages) {
    threads.execute(this::standStill);
    List<CompletableFuture<Outcome>> outcomes =
        lanes.submit(messages.stream().map(raw -> new Delivered(raw, () -> true)).toList());
    goOn.countDown();
    return outcomes;
  }

  private void standStill() {
    try {
      goOn.await();
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }

  private static boolean isApplied(CompletableFuture<Outcome> outcome) throws Exception {
    return outcome.get(30, TimeUnit.SECONDS) instanceof Outcome.Applied;
  }
}
