package dev.lanekeeper.program.broker;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.message.MessageIdCodec;
import org.apache.rocketmq.client.java.message.MessageViewImpl;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How long a message is kept for this process (issue 4; case A7). */
class LeaseTest {
  private static final Duration LENGTH = Duration.ofSeconds(30);

  private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
  private final Deque<CompletableFuture<Void>> underWay = new ArrayDeque<>();
  private final List<String> asked = new ArrayList<>();
  private final List<Boolean> told = new ArrayList<>();
  private final MessageViewImpl view = view();
  private long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(15); // It overflows.
  private final Lease lease = new Lease(this::change, view, LENGTH, () -> now, timer, told::add);

  @AfterEach
  void close() {
    timer.shutdownNow();
  }

  @Test
  void extensionIsDueBeforeHalfOfItIsGone() {
    assertThat(timer.getQueue())
        .singleElement()
        .satisfies(
            task ->
                assertThat(((Delayed) task).getDelay(TimeUnit.NANOSECONDS))
                    .isLessThan(LENGTH.toNanos() / 2));
  }

  @Test
  void eachExtensionThatIsAcceptedMakesItLastAnew() {
    for (int i = 0; i < 30; i++) {
      pass(LENGTH.dividedBy(3));
      lease.extend();
      underWay.removeFirst().complete(null);
      assertThat(lease.isOurs()).isTrue();
    }
    assertThat(asked).hasSize(30).containsOnly("handle " + LENGTH);
    assertThat(told).hasSize(30).containsOnly(true);
    pass(LENGTH.minusNanos(1));
    assertThat(lease.isOurs()).isTrue();
    pass(Duration.ofNanos(1));
    assertThat(lease.isOurs()).isFalse();
  }

  /** It counts from the question, since nobody knows when the broker took it. */
  @Test
  void answerThatTakesLongDoesNotMakeItLonger() {
    lease.extend();
    pass(LENGTH.dividedBy(2));
    underWay.removeFirst().complete(null);
    pass(LENGTH.dividedBy(2));

    assertThat(lease.isOurs()).isFalse();
  }

  @Test
  void endsWhenNoExtensionIsAcceptedAndIsNotExtendedThen() {
    pass(LENGTH.minusMillis(1));
    lease.extend();
    refuse();
    assertThat(told).containsExactly(false);
    assertThat(lease.isOurs()).isTrue();
    pass(Duration.ofMillis(1));
    assertThat(lease.isOurs()).isFalse();

    lease.extend();
    assertThat(asked).hasSize(1);
  }

  /** The client leaves none when a change fails (rocketmq#9515). */
  @Test
  void handleIsKeptOverAFailedExtension() {
    lease.extend();
    view.setReceiptHandle("");
    refuse();

    assertThat(view.getReceiptHandle()).isEqualTo("handle");
  }

  /** One of a client that is closed meanwhile may come to no end. */
  @Test
  void extensionThatIsNeverAnsweredDoesNotKeepTheNextFromBeingAskedFor() {
    lease.extend();
    pass(LENGTH.dividedBy(3));
    lease.extend();
    underWay.removeLast().complete(null);
    pass(LENGTH.minusNanos(1));

    assertThat(asked).hasSize(2);
    assertThat(lease.isOurs()).isTrue();
  }

  @Test
  void extensionThatFailsLateLeavesTheHandleOfALaterOne() {
    lease.extend();
    lease.extend();
    view.setReceiptHandle("later");
    underWay.removeLast().complete(null);
    view.setReceiptHandle("");
    refuse();

    assertThat(view.getReceiptHandle()).isEqualTo("later");
  }

  @Test
  void answerThatComesLateDoesNotShortenTheLease() {
    lease.extend();
    pass(LENGTH.dividedBy(3));
    lease.extend();
    underWay.removeLast().complete(null);
    underWay.removeLast().complete(null);
    pass(LENGTH.minusNanos(1));

    assertThat(lease.isOurs()).isTrue();
  }

  @Test
  void releaseWaitsForTheExtensionThatIsUnderWayAndIsTheLastOfIt() {
    lease.extend();
    CompletableFuture<?> released = lease.release();
    assertThat(released).isNotDone();
    underWay.removeFirst().complete(null);
    assertThat(released).isDone();
    assertThat(lease.isOurs()).isTrue();

    lease.extend();
    assertThat(asked).hasSize(1);
    timer.purge();
    assertThat(timer.getQueue()).isEmpty();
  }

  private CompletableFuture<Void> change(MessageView of, Duration invisibleTime) {
    asked.add(((MessageViewImpl) of).getReceiptHandle() + " " + invisibleTime);
    underWay.add(new CompletableFuture<>());
    return underWay.getLast();
  }

  private void refuse() {
    underWay.removeFirst().completeExceptionally(new ClientException("as the test says"));
  }

  private void pass(Duration time) {
    now += time.toNanos();
  }

  private static MessageViewImpl view() {
    return new MessageViewImpl(
        MessageIdCodec.getInstance().nextMessageId(),
        "topic",
        new byte[0],
        null,
        "group",
        null,
        null,
        null,
        List.of(),
        Map.of(),
        "host",
        0,
        1,
        null,
        "handle",
        0,
        false,
        null);
  }
}
