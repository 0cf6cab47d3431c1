package dev.lanekeeper.producer.split;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.message.MessageViewImpl;
import org.jspecify.annotations.Nullable;

/**
 * The time for which the broker keeps a ledger message for this process, extended each time a third
 * of it is gone, since a SimpleConsumer does not do it by itself. It saves work and nothing rests
 * on it: who holds the same message sends repeats. Thread-safe.
 */
final class Lease {
  private final SimpleConsumer consumer;
  private final MessageView view;
  private final Duration length;
  private final Future<?> extensions;
  private volatile long endsAt;
  private CompletableFuture<@Nullable Void> extending = CompletableFuture.completedFuture(null);
  private boolean released;

  Lease(
      SimpleConsumer consumer, MessageView view, Duration length, ScheduledExecutorService timer) {
    this.consumer = consumer;
    this.view = view;
    this.length = length;
    this.endsAt = System.nanoTime() + length.toNanos();
    long pause = length.toNanos() / 3;
    this.extensions =
        timer.scheduleWithFixedDelay(this::extend, pause, pause, TimeUnit.NANOSECONDS);
  }

  /** Whether the broker keeps the message for us still. */
  boolean isOurs() {
    return System.nanoTime() - endsAt < 0;
  }

  /**
   * Ends the extensions, and returns what completes once none is under way: until then the handle
   * that acknowledges the message may change.
   */
  synchronized CompletableFuture<@Nullable Void> release() {
    released = true;
    extensions.cancel(false);
    return extending;
  }

  private synchronized void extend() {
    if (released || !extending.isDone() || !isOurs()) {
      return;
    }
    long asked = System.nanoTime();
    String handle = ((MessageViewImpl) view).getReceiptHandle();
    extending =
        consumer
            .changeInvisibleDurationAsync(view, length)
            .handle(
                (done, failure) -> {
                  if (failure == null) {
                    endsAt = asked + length.toNanos();
                  } else {
                    // The client wipes the handle when a change fails (rocketmq#9515).
                    ((MessageViewImpl) view).setReceiptHandle(handle);
                  }
                  return null;
                });
  }
}
