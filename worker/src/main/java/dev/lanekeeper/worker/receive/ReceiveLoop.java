package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.program.broker.Lease;
import dev.lanekeeper.worker.lane.Delivered;
import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.github.resilience4j.core.IntervalFunction;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Receives, has processed and acknowledges, over and over, in one thread. Messages of a batch may
 * settle in any order; each is acknowledged when it and all before it are settled, since the broker
 * commits by offset, and a later one can carry the offset past an earlier one when the broker has
 * lost its order lock (design.md, "The two receivers"). The answers of a batch are waited for
 * together.
 */
final class ReceiveLoop implements Runnable {

  /** What a loop is made with. */
  record Parts(
      SimpleCalls calls,
      LaneScheduler lanes,
      int batch,
      Duration invisibleTime,
      ScheduledExecutorService timer,
      LongSupplier nanoTime,
      Gate gate,
      Silence silence,
      Sleeper sleeper,
      ReceiveListener listener,
      MessageTraces traces) {}

  private static final Logger log = LoggerFactory.getLogger(ReceiveLoop.class);

  private static final IntervalFunction PAUSES =
      IntervalFunction.ofExponentialRandomBackoff(
          Duration.ofMillis(200), 2, 0.5, Duration.ofSeconds(10));

  private final Parts parts;
  private final Stopping stopping;
  private final Consumer<Throwable> onFatal;
  private volatile boolean cutOff;
  private int failuresInARow;

  ReceiveLoop(Parts parts, Stopping stopping, Consumer<Throwable> onFatal) {
    this.parts = parts;
    this.stopping = stopping;
    this.onFatal = onFatal;
  }

  @Override
  public void run() {
    try {
      while (!stopping.hasBegun()) {
        parts.gate().await();
        work(receive());
      }
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    } catch (Throwable failure) {
      // A loop that ends in silence would keep its messages, and with them their queues.
      onFatal.accept(failure);
      throw failure;
    }
  }

  private List<SimpleDelivery> receive() throws InterruptedException {
    if (stopping.hasBegun()) {
      return List.of();
    }
    parts.silence().asked();
    Instant asked = parts.traces().now();
    List<MessageView> views;
    try {
      views = parts.calls().receive(parts.batch(), parts.invisibleTime());
    } catch (SimpleCalls.ReplacedException replaced) {
      log.debug("a receive ended with its client", replaced);
      return List.of();
    } catch (ClientException | RuntimeException failure) {
      failuresInARow++;
      if (ClientFailure.isAnswer(failure)) {
        parts.silence().answered();
      }
      parts.listener().receiveFailed(failure);
      stopping.await(Duration.ofMillis(PAUSES.apply(failuresInARow)));
      return List.of();
    }
    failuresInARow = 0;
    parts.silence().broken();
    parts.listener().received(views.size());
    return views.stream().map(view -> delivery(view, asked)).toList();
  }

  private SimpleDelivery delivery(MessageView view, Instant asked) {
    Lease lease =
        new Lease(
            parts.calls()::changeInvisibleTime,
            view,
            parts.invisibleTime(),
            parts.nanoTime(),
            parts.timer(),
            parts.listener()::extended);
    RawMessage message = Views.raw(view);
    return new SimpleDelivery(
        parts.calls(),
        view,
        message,
        lease,
        parts.sleeper(),
        parts.listener(),
        parts.traces().received(message, asked));
  }

  private void work(List<SimpleDelivery> deliveries) throws InterruptedException {
    List<CompletableFuture<Outcome>> outcomes =
        parts
            .lanes()
            .submit(
                deliveries.stream()
                    .map(
                        delivery ->
                            new Delivered(delivery.message(), delivery::isOurs, delivery.trace()))
                    .toList());
    List<SimpleDelivery> acknowledged = new ArrayList<>();
    int done = 0;
    try {
      boolean allSettled = true;
      for (; done < deliveries.size(); done++) {
        awaitOutcome(outcomes.get(done), acknowledged);
        SimpleDelivery delivery = deliveries.get(done);
        allSettled &= outcome(outcomes.get(done)) instanceof Outcome.Settled;
        if (allSettled) {
          delivery.acknowledge();
          acknowledged.add(delivery);
        } else {
          delivery.handBack();
        }
      }
      awaitAll(acknowledged);
    } catch (InterruptedException stopped) {
      acknowledged.forEach(SimpleDelivery::leave);
      cutOff(deliveries.subList(done, deliveries.size()));
      throw stopped;
    }
  }

  /**
   * Returns when the outcome is there. An acknowledge that fails meanwhile is tried again at once,
   * or its lease would end while others of the batch are in work.
   */
  private static void awaitOutcome(
      CompletableFuture<Outcome> outcome, List<SimpleDelivery> acknowledged)
      throws InterruptedException {
    while (!outcome.isDone() && !acknowledged.isEmpty()) {
      SimpleDelivery.awaitFirst(outcome, acknowledged);
      List<SimpleDelivery> answered =
          acknowledged.stream().filter(SimpleDelivery::isAnswered).toList();
      acknowledged.removeAll(answered);
      awaitAll(answered);
    }
  }

  private static void awaitAll(List<SimpleDelivery> acknowledged) throws InterruptedException {
    for (SimpleDelivery delivery : acknowledged) {
      delivery.awaitAcknowledged();
    }
  }

  /** Else they would come again, to whoever works on, only when their leases end. */
  private void cutOff(List<SimpleDelivery> left) {
    cutOff = !left.isEmpty();
    CompletableFuture<?>[] goingBack =
        left.stream().map(SimpleDelivery::cutOff).toArray(CompletableFuture<?>[]::new);
    try {
      CompletableFuture.allOf(goingBack)
          .get(parts.calls().limit().toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException | TimeoutException failure) {
      log.debug("messages that were cut off come again when their leases end", failure);
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
    }
  }

  /** Whether messages were in hand when the thread was interrupted. */
  boolean wasCutOff() {
    return cutOff;
  }

  /** Waits for a lane. */
  static Outcome outcome(CompletableFuture<Outcome> future) throws InterruptedException {
    try {
      return future.get();
    } catch (ExecutionException impossible) {
      throw new IllegalStateException("lanes complete with an outcome", impossible);
    }
  }
}
