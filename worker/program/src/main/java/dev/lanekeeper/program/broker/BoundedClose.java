package dev.lanekeeper.program.broker;

import java.time.Duration;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Closes what may wait for ever, such as a RocketMQ client whose proxy does not answer, or
 * connections to a database that stalls.
 */
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
    Thread thread = new Thread(task, "bounded-close");
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
