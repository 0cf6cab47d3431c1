package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.message.MessageViewImpl;
import org.jspecify.annotations.Nullable;

/**
 * The time for which the broker keeps one message for us, its invisible time. Extended before half
 * of it is gone, as long as the message is in hand: a SimpleConsumer does not do it by itself.
 * Measured on a monotonic clock from when the receive returned, which is a little late; a lease is
 * a courtesy between workers, and the lock on the group's row is what keeps the guarantees.
 * Thread-safe.
 */
final class Lease {
  private final SimpleCalls calls;
  private final MessageView view;
  private final Duration length;
  private final LongSupplier nanoTime;
  private final ReceiveListener listener;
  private final Future<?> extensions;
  private volatile long endsAt;
  private CompletableFuture<@Nullable Void> extending = CompletableFuture.completedFuture(null);
  private boolean released;

  Lease(
      SimpleCalls calls,
      MessageView view,
      Duration length,
      LongSupplier nanoTime,
      ScheduledExecutorService timer,
      ReceiveListener listener) {
    this.calls = calls;
    this.view = view;
    this.length = length;
    this.nanoTime = nanoTime;
    this.listener = listener;
    this.endsAt = nanoTime.getAsLong() + length.toNanos();
    long pause = length.toNanos() / 3;
    this.extensions =
        timer.scheduleWithFixedDelay(this::extend, pause, pause, TimeUnit.NANOSECONDS);
  }

  /** Whether the broker keeps the message for us still. */
  boolean isOurs() {
    return nanoTime.getAsLong() - endsAt < 0;
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
    long asked = nanoTime.getAsLong();
    String handle = ((MessageViewImpl) view).getReceiptHandle();
    extending =
        calls
            .changeInvisibleTime(view, length)
            .handle(
                (done, failure) -> {
                  if (failure == null) {
                    endsAt = asked + length.toNanos();
                  } else {
                    // The client wipes the handle when a change fails; without it there is no way
                    // to acknowledge (rocketmq#9515).
                    ((MessageViewImpl) view).setReceiptHandle(handle);
                  }
                  listener.extended(failure == null);
                  return null;
                });
  }
}
