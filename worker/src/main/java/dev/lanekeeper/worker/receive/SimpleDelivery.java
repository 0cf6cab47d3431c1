package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.broker.Lease;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.trace.DeliveryTrace;
import io.github.resilience4j.core.IntervalFunction;
import io.opentelemetry.api.trace.Span;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One message of a SimpleConsumer, and what can be done with it: acknowledge it, or hand it back.
 * An acknowledge that the broker does not take is tried again while the lease lasts, and then left:
 * the message comes again and is answered from the inbox. Used by the one thread of its receive
 * loop.
 */
final class SimpleDelivery {
  private static final Logger log = LoggerFactory.getLogger(SimpleDelivery.class);
  static final String HANDED_BACK = "handed_back";
  private static final int ACKNOWLEDGE_TRIES = 4;
  private static final IntervalFunction PAUSES =
      IntervalFunction.ofExponentialRandomBackoff(Duration.ofMillis(200), 3);

  private final SimpleCalls calls;
  private final MessageView view;
  private final RawMessage message;
  private final Lease lease;
  private final Sleeper sleeper;
  private final ReceiveListener listener;
  private final DeliveryTrace trace;
  private Span settling = Span.getInvalid();
  private @Nullable CompletableFuture<Void> answer;

  /**
   * @param message what the view says
   */
  SimpleDelivery(
      SimpleCalls calls,
      MessageView view,
      RawMessage message,
      Lease lease,
      Sleeper sleeper,
      ReceiveListener listener,
      DeliveryTrace trace) {
    this.calls = calls;
    this.view = view;
    this.message = message;
    this.lease = lease;
    this.sleeper = sleeper;
    this.listener = listener;
    this.trace = trace;
  }

  RawMessage message() {
    return message;
  }

  DeliveryTrace trace() {
    return trace;
  }

  boolean isOurs() {
    return lease.isOurs();
  }

  /**
   * Tells the broker that the message is settled. The answer is waited for in {@link
   * #awaitAcknowledged()}, so that those of several messages are under way at once.
   */
  void acknowledge() throws InterruptedException {
    settling = trace.settling();
    try {
      awaitRelease();
    } catch (InterruptedException stopped) {
      DeliveryTrace.settled(settling, Acknowledgement.REFUSED.label());
      throw stopped;
    }
    answer = lease.isOurs() ? calls.acknowledging(view) : null;
  }

  /** Whether {@link #awaitAcknowledged()} has something to go on. */
  boolean isAnswered() {
    return answer == null || answer.isDone();
  }

  /** Waits for the first answer to an acknowledge of these, or for something else that is due. */
  static void awaitFirst(CompletableFuture<?> other, List<SimpleDelivery> acknowledged)
      throws InterruptedException {
    Stream<CompletableFuture<?>> answers =
        acknowledged.stream()
            .<CompletableFuture<?>>map(delivery -> delivery.answer)
            .filter(Objects::nonNull);
    try {
      CompletableFuture.anyOf(
              Stream.concat(Stream.of(other), answers).toArray(CompletableFuture<?>[]::new))
          .get();
    } catch (ExecutionException failed) {
      log.debug("an acknowledge failed", failed); // Who awaits it finds that, too.
    }
  }

  /** Waits for the answer to {@link #acknowledge()}; asks again where there is none. */
  void awaitAcknowledged() throws InterruptedException {
    Acknowledgement taken = Acknowledgement.REFUSED;
    try {
      taken = acknowledged();
    } finally {
      DeliveryTrace.settled(settling, taken.label());
    }
    listener.acknowledged(taken);
  }

  /** Tells what is known of an acknowledge when nobody will wait for its answer any more. */
  void leave() {
    CompletableFuture<Void> asked = answer;
    boolean accepted = asked != null && asked.isDone() && !asked.isCompletedExceptionally();
    Acknowledgement known = accepted ? Acknowledgement.ACCEPTED : Acknowledgement.REFUSED;
    DeliveryTrace.settled(settling, known.label());
    listener.acknowledged(known);
  }

  private Acknowledgement acknowledged() throws InterruptedException {
    CompletableFuture<Void> asked = answer;
    if (asked == null) {
      listener.leaseLost();
      return Acknowledgement.LATE;
    }
    for (int attempt = 1; true; attempt++) {
      try {
        calls.await(asked);
        return Acknowledgement.ACCEPTED;
      } catch (ClientException | RuntimeException failure) {
        log.debug("acknowledge {} of {} failed", attempt, message, failure);
      }
      sleeper.sleep(Duration.ofMillis(PAUSES.apply(attempt)));
      if (attempt == ACKNOWLEDGE_TRIES || !lease.isOurs()) {
        return Acknowledgement.REFUSED;
      }
      asked = calls.acknowledging(view);
    }
  }

  /** Gives the message back unsettled, to be delivered again at once. */
  void handBack() throws InterruptedException {
    Span settling = trace.settling();
    String answer = Acknowledgement.LATE.label();
    try {
      awaitRelease();
      if (!lease.isOurs()) {
        listener.leaseLost();
        return;
      }
      answer = HANDED_BACK;
      calls.handBack(view);
    } catch (ClientException | RuntimeException failure) {
      answer = Acknowledgement.REFUSED.label();
      log.debug("handing back {} failed: it comes again when its lease ends", message, failure);
    } finally {
      DeliveryTrace.settled(settling, answer);
    }
    listener.handedBack();
  }

  /** Gives the message back although it may be in work; returns at once. */
  CompletableFuture<Void> cutOff() {
    if (!lease.isOurs()) {
      listener.leaseLost();
      return CompletableFuture.completedFuture(null);
    }
    lease.end();
    DeliveryTrace.settled(trace.settling(), HANDED_BACK);
    listener.handedBack();
    return calls.handingBack(view);
  }

  private void awaitRelease() throws InterruptedException {
    try {
      lease.release().get(calls.limit().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException unknown) {
      log.debug("an extension of the lease on {} has not come to an end", message, unknown);
    }
  }
}
