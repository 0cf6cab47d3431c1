package dev.lanekeeper.worker.handler.http;

import java.io.ByteArrayOutputStream;
import java.net.http.HttpResponse.BodySubscriber;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Reads a body up to a limit and for a limited time, and never fails: the status has decided by
 * then, so one that is cut off, broken or stalls is what was read of it. Thread-safe.
 */
final class LimitedBody implements BodySubscriber<Body> {
  private final int limit;
  private final CompletableFuture<Body> read = new CompletableFuture<>();
  private final CompletionStage<Body> body;
  private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
  private Flow.@Nullable Subscription subscription;

  /**
   * @param limit in bytes
   */
  LimitedBody(int limit, Duration timeout) {
    this.limit = limit;
    this.body =
        read.orTimeout(timeout.toNanos(), TimeUnit.NANOSECONDS).exceptionally(stalled -> soFar());
  }

  @Override
  public CompletionStage<Body> getBody() {
    return body;
  }

  @Override
  public synchronized void onSubscribe(Flow.Subscription newSubscription) {
    subscription = newSubscription;
    newSubscription.request(Long.MAX_VALUE);
  }

  @Override
  public synchronized void onNext(List<ByteBuffer> buffers) {
    for (ByteBuffer buffer : buffers) {
      byte[] part = new byte[Math.min(buffer.remaining(), limit - bytes.size())];
      boolean fits = part.length == buffer.remaining();
      buffer.get(part);
      bytes.write(part, 0, part.length);
      if (!fits) {
        read.complete(soFar());
        return;
      }
    }
  }

  @Override
  public void onError(Throwable failure) {
    read.complete(soFar());
  }

  @Override
  public synchronized void onComplete() {
    read.complete(new Body(bytes.toByteArray(), true));
  }

  /** What was read until now; nothing more is. */
  synchronized Body soFar() {
    if (subscription != null) {
      subscription.cancel();
    }
    return new Body(bytes.toByteArray(), false);
  }
}
