package dev.lanekeeper.program.broker;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Closes a RocketMQ client, whose own close waits for ever on a proxy that does not answer. */
public final class BoundedClose {
  private BoundedClose() {}

  /**
   * Closes it, and returns whether it closed in time. A close that takes longer goes on in a daemon
   * thread; one that fails counts as done, since nothing can be done about it.
   */
  public static boolean close(AutoCloseable client, Duration limit) {
    FutureTask<Boolean> task =
        new FutureTask<>(
            () -> {
              client.close();
              return true;
            });
    Thread thread = new Thread(task, "rocketmq-client-close");
    thread.setDaemon(true);
    thread.start();
    try {
      return task.get(limit.toMillis(), TimeUnit.MILLISECONDS);
    } catch (ExecutionException failed) {
      return true;
    } catch (TimeoutException late) {
      return false;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
