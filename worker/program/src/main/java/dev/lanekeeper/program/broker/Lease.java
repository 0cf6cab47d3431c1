package dev.lanekeeper.program.broker;

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
 * The time for which the broker keeps one message for this process, its invisible time. Extended
 * before half of it is gone, as long as the message is in hand: a SimpleConsumer does not do it by
 * itself. An extension that is not answered, such as that of a client that was closed meanwhile,
 * does not keep the next from being asked for. Measured on a monotonic clock from when the receive
 * returned, which is a little late; a lease is a courtesy between processes, and no guarantee rests
 * on it: a worker has the lock on the group's row, and of two that split one ledger message each
 * sends repeats. Thread-safe.
 */
public final class Lease {
  private final Call call;
  private final MessageViewImpl view;
  private final Duration length;
  private final LongSupplier nanoTime;
  private final Listener listener;
  private final Future<?> extensions;
  private volatile long endsAt;
  private String handle;
  private CompletableFuture<@Nullable Void> extending = CompletableFuture.completedFuture(null);
  private boolean released;
  private boolean ended;

  /**
   * Begins when the message has been received.
   *
   * @param timer runs the extensions, until {@link #release}
   */
  public Lease(
      Call call,
      MessageView view,
      Duration length,
      LongSupplier nanoTime,
      ScheduledExecutorService timer,
      Listener listener) {
    this.call = call;
    this.view = (MessageViewImpl) view;
    this.handle = this.view.getReceiptHandle();
    this.length = length;
    this.nanoTime = nanoTime;
    this.listener = listener;
    this.endsAt = nanoTime.getAsLong() + length.toNanos();
    long pause = length.toNanos() / 3;
    this.extensions =
        timer.scheduleWithFixedDelay(this::extend, pause, pause, TimeUnit.NANOSECONDS);
  }

  /** Asks the broker to keep a message for so long from now. */
  @FunctionalInterface
  public interface Call {
    CompletableFuture<Void> changeInvisibleTime(MessageView view, Duration invisibleTime);
  }

  /** Is told of each extension; {@code accepted} is false when the broker did not do it. */
  @FunctionalInterface
  public interface Listener {
    void extended(boolean accepted);
  }

  /** Whether the broker keeps the message for us still. */
  public boolean isOurs() {
    return nanoTime.getAsLong() - endsAt < 0;
  }

  /**
   * Ends the extensions, and returns what completes once the last is answered: until then the
   * handle that acknowledges the message may change.
   */
  public synchronized CompletableFuture<@Nullable Void> release() {
    released = true;
    extensions.cancel(false);
    return extending;
  }

  /** Ends the lease: the message goes back unsettled, and no handler starts on it any more. */
  public synchronized void end() {
    release();
    ended = true;
    endsAt = nanoTime.getAsLong();
  }

  synchronized void extend() {
    if (released || !isOurs()) {
      return;
    }
    long asked = nanoTime.getAsLong();
    extending =
        call.changeInvisibleTime(view, length)
            .handle(
                (done, failure) -> {
                  answered(asked, failure == null);
                  listener.extended(failure == null);
                  return null;
                });
  }

  /** Answers may come late, and in another order than they were asked for. */
  private synchronized void answered(long asked, boolean accepted) {
    if (!accepted) {
      // The client wipes the handle when a change fails; without it there is no way to acknowledge
      // (rocketmq#9515).
      view.setReceiptHandle(handle);
      return;
    }
    handle = view.getReceiptHandle();
    long end = asked + length.toNanos();
    if (!ended && end - endsAt > 0) {
      endsAt = end;
    }
  }
}
