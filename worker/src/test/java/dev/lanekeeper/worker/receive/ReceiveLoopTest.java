package dev.lanekeeper.worker.receive;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.process.CautiousStart;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.exception.InternalErrorException;
import org.apache.rocketmq.shaded.io.grpc.Status;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A batch of two messages of one group on its way through a receive loop, the first in work. */
class ReceiveLoopTest {
  private static final Duration LEASE = Duration.ofSeconds(30);
  private static final Duration SOON = Duration.ofSeconds(30);

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.POSTGRESQL, OnExhausted.PARK, FirstSequence.ONE);
  private final ThreadPoolExecutor threads =
      new ThreadPoolExecutor(2, 2, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
  private final ManualTimer timer = new ManualTimer();
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
  private final ScriptedConsumer consumer = new ScriptedConsumer();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<CompletableFuture<List<MessageView>>> unanswered = new ArrayList<>();
  private final CountDownLatch inWork = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final Silence silence = new Silence(timer::nanoTime);
  private final Stopping stopping = new Stopping();
  private final ReceiveLoop receiveLoop =
      new ReceiveLoop(
          new ReceiveLoop.Parts(
              new SimpleCalls(() -> consumer, Duration.ofMillis(10), Duration.ZERO),
              lanes,
              2,
              LEASE,
              timer,
              timer::nanoTime,
              new Gate(silence),
              silence,
              duration -> {},
              new WorkerMetrics(registry, Clock.systemUTC(), timer::nanoTime),
              MessageTraces.OFF),
          stopping,
          fatal::add);
  private final Thread loop = new Thread(receiveLoop);

  @AfterEach
  void close() throws InterruptedException {
    stopping.begin();
    goOn.countDown();
    unanswered.forEach(receive -> receive.complete(List.of()));
    loop.join(SOON.toMillis());
    threads.shutdownNow();
    timer.shutdownNow();
    fixture.close();
    assertThat(fatal).isEmpty();
  }

  @Test
  void handlerNeverStartsOnALeaseThatHasEnded() throws Exception {
    takeTwo();
    timer.standStill(LEASE);
    goOn.countDown();
    awaitEndOfBatch();

    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.runs()).isEqualTo(1);
    assertThat(consumer.calls()).isEmpty();
    assertThat(acknowledged("late")).isEqualTo(1);
    assertThat(registry.get("lanekeeper.leases.lost").counter().count()).isEqualTo(2);
  }

  @Test
  void waitingMessageIsExtendedToo() throws Exception {
    takeTwo();
    timer.pass(LEASE.multipliedBy(3));
    goOn.countDown();
    awaitEndOfBatch();

    assertThat(fixture.effects("A")).containsExactly("1", "2");
    assertThat(acknowledged("accepted")).isEqualTo(2);
    assertThat(registry.get("lanekeeper.leases.lost").counter().count()).isZero();
  }

  /** One that is committed by its offset would take those before it along (design.md). */
  @Test
  void noneIsAcknowledgedBeforeThoseBeforeItAreSettled() throws Exception {
    handlerOfGroupAWaits();
    consumer.delivers(views(sequenced("A", 1), sequenced("B", 1), sequenced("C", 1)));
    start();
    await().atMost(SOON).until(() -> fixture.effects("C").equals(List.of("1")));

    assertThat(fixture.effects("B")).containsExactly("1");
    assertThat(consumer.calls()).isEmpty();

    goOn.countDown();
    awaitEndOfBatch();
    assertThat(acknowledged("accepted")).isEqualTo(3);
  }

  @Test
  void acknowledgesOfABatchAreUnderWayTogetherAndAllAnsweredBeforeTheNextReceive()
      throws Exception {
    consumer.holdsAcknowledges(true);
    takeTwo();
    consumer.delivers(views(sequenced("A", 3)));
    goOn.countDown();
    await().atMost(SOON).until(() -> consumer.calls().size() == 2);

    assertThat(consumer.calls()).containsOnly("acknowledge handle-0");
    assertThat(fixture.effects("A")).as("not received yet").containsExactly("1", "2");

    consumer.holdsAcknowledges(false);
    consumer.answersAcknowledges();
    await().atMost(SOON).until(() -> acknowledged("accepted") == 3);
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
  }

  /** Its lease would end while others of its batch are in work. */
  @Test
  void acknowledgeThatFailsIsTriedAgainWhileTheNextMessageIsInWork() throws Exception {
    handlerOfGroupAWaits();
    consumer.refuses(true);
    consumer.delivers(views(sequenced("B", 1), sequenced("A", 1)));
    start();
    await().atMost(SOON).until(() -> acknowledged("refused") == 1);

    assertThat(fixture.effects("A")).isEmpty();
    assertThat(consumer.calls()).hasSizeGreaterThan(1).containsOnly("acknowledge handle-0");

    consumer.refuses(false);
    goOn.countDown();
    awaitEndOfBatch();
    assertThat(acknowledged("accepted")).isEqualTo(1);
  }

  @Test
  void acknowledgeThatIsUnderWayIsCountedWhenTheLoopIsCutOff() throws Exception {
    consumer.holdsAcknowledges(true);
    consumer.delivers(views(sequenced("B", 1)));
    loop.start();
    await().atMost(SOON).until(() -> consumer.calls().size() == 1);
    loop.interrupt();
    awaitEndOfBatch();

    assertThat(acknowledged("refused")).isEqualTo(1);
    assertThat(receiveLoop.wasCutOff()).as("its message is settled").isFalse();
  }

  @Test
  void stopAcknowledgesWhatIsInWorkAndHandsBackWhatWaits() throws Exception {
    takeTwo();
    stopping.begin();
    lanes.stop();
    assertFirstIsAcknowledgedAndSecondHandedBack();
  }

  @Test
  void outageHandsBackWhatWaits() throws Exception {
    takeTwo();
    lanes.pause();
    assertFirstIsAcknowledgedAndSecondHandedBack();
  }

  /**
   * The time to stop is over: what is left of the batch comes again at once, not with its lease.
   */
  @Test
  void cutOffHandsBackWhatIsInWorkAndWhatWaitsBehindIt() throws Exception {
    takeTwo();
    assertThat(receiveLoop.wasCutOff()).isFalse();
    loop.interrupt();
    awaitEndOfBatch();

    assertThat(consumer.calls())
        .containsExactly("change handle-0 PT0.01S", "change handle-0 PT0.01S");
    assertThat(registry.get("lanekeeper.handed.back").counter().count()).isEqualTo(2);
    assertThat(receiveLoop.wasCutOff()).isTrue();

    goOn.countDown();
    assertThat(lanes.awaitIdle(SOON)).isTrue();
    assertThat(fixture.effects("A")).as("no other handler starts").containsExactly("1");
  }

  @Test
  void loopThatHasNothingInHandIsNotCutOff() throws Exception {
    unanswered.add(consumer.leavesUnanswered());
    loop.start();
    loop.interrupt();
    awaitEndOfBatch();
    assertThat(receiveLoop.wasCutOff()).isFalse();
  }

  /** A client that is closed while a receive is under way may leave it without an end. */
  @Test
  void receiveThatIsNeverAnsweredIsLeftAndWhatItBringsLateIsHandedBack() throws Exception {
    CompletableFuture<List<MessageView>> unanswered = consumer.leavesUnanswered();
    takeTwo();
    unanswered.complete(views(sequenced("B", 1)));
    goOn.countDown();
    awaitEndOfBatch();

    assertThat(fixture.effects("A")).containsExactly("1", "2");
    assertThat(fixture.effects("B")).isEmpty();
    assertThat(consumer.calls()).contains("change handle-0 PT0.01S");
    assertThat(failures()).isEqualTo(1);
  }

  /** The proxy is up, and the broker behind it is away: a client built anew would hear the same. */
  @Test
  void errorOfTheProxyIsASignOfLife() {
    silenceAfter(new InternalErrorException(50001, "r", "no broker"));
    assertThat(silence.length()).isZero();
    assertThat(silence.withoutReturn()).isEqualTo(LEASE);
  }

  @Test
  void errorOfTheTransportIsNone() {
    silenceAfter(Status.UNAVAILABLE.asRuntimeException());
    assertThat(silence.length()).isEqualTo(LEASE);
  }

  /** A receive fails after a silence, and none returns after it. */
  private void silenceAfter(Exception failure) {
    silence.asked();
    timer.standStill(LEASE);
    consumer.leavesUnanswered().completeExceptionally(failure);
    for (int i = 0; i < 20; i++) {
      unanswered.add(consumer.leavesUnanswered());
    }
    loop.start();
    await().atMost(SOON).until(() -> failures() == 1);
  }

  private void assertFirstIsAcknowledgedAndSecondHandedBack() throws InterruptedException {
    goOn.countDown();
    awaitEndOfBatch();

    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(consumer.calls()).containsExactly("acknowledge handle-0", "change handle-0 PT0.01S");
    assertThat(acknowledged("accepted")).isEqualTo(1);
    assertThat(registry.get("lanekeeper.handed.back").counter().count()).isEqualTo(1);
  }

  private void takeTwo() throws InterruptedException {
    handlerOfGroupAWaits();
    consumer.delivers(views(sequenced("A", 1), sequenced("A", 2)));
    start();
  }

  private void handlerOfGroupAWaits() {
    fixture.handlerDoes(
        (message, handle) -> {
          if (message.messageGroup().equals("A")) {
            inWork.countDown();
            goOn.await();
          }
          return Optional.empty();
        });
  }

  private void start() throws InterruptedException {
    loop.start();
    assertThat(inWork.await(SOON.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private static List<MessageView> views(RawMessage... messages) {
    return Arrays.stream(messages).<MessageView>map(TestViews::view).toList();
  }

  private void awaitEndOfBatch() throws InterruptedException {
    stopping.begin();
    loop.join(SOON.toMillis());
    assertThat(loop.isAlive()).isFalse();
  }

  private double failures() {
    return registry.get("lanekeeper.receive.failures").counter().count();
  }

  private double acknowledged(String result) {
    return registry.get("lanekeeper.acknowledgements").tag("result", result).counter().count();
  }
}
