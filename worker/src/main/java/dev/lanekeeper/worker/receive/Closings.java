package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.broker.BoundedClose;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Clients that are closed in the background, each within a limit. Thread-safe. */
final class Closings {

  /** A push client waits for its long polls first, which takes up to 23 s (notes, 1.6). */
  private static final Duration LIMIT = Duration.ofSeconds(40);

  private final List<CompletableFuture<Void>> underWay = new ArrayList<>();

  /** Closes a client; returns at once. */
  synchronized void add(AutoCloseable client) {
    underWay.removeIf(CompletableFuture::isDone);
    underWay.add(
        CompletableFuture.runAsync(
            () -> BoundedClose.close(client, LIMIT), Closings::runInBackground));
  }

  private static void runInBackground(Runnable task) {
    Thread thread = new Thread(task, "client-closings");
    thread.setDaemon(true);
    thread.start();
  }

  /** Waits for all of them; false when that takes longer. */
  boolean await(Duration limit) {
    CompletableFuture<Void> all;
    synchronized (this) {
      all = CompletableFuture.allOf(underWay.toArray(CompletableFuture[]::new));
    }
    try {
      all.get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return true;
    } catch (ExecutionException | TimeoutException late) {
      return false;
    } catch (InterruptedException hurried) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
