package dev.lanekeeper.worker.cli;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** The threads of a worker, all daemons: when the main thread is through, the process ends. */
final class Threads {
  private Threads() {}

  /** Runs handlers, so many at once. */
  static ThreadPoolExecutor handlers(int number) {
    return new ThreadPoolExecutor(
        number,
        number,
        0,
        TimeUnit.SECONDS,
        new LinkedBlockingQueue<>(), // Bounded by the messages in hand.
        named("handler"));
  }

  /** Wakes lanes and extends leases; its tasks are short and never wait. */
  static ScheduledExecutorService timer() {
    ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1, named("timer"));
    timer.setRemoveOnCancelPolicy(true);
    return timer;
  }

  /** Does what has to be done from time to time, and may wait for the database. */
  static ScheduledExecutorService upkeep() {
    return new ScheduledThreadPoolExecutor(1, named("upkeep"));
  }

  /** Sees to outages and silent clients; may wait for either. */
  static ScheduledExecutorService recovery() {
    return new ScheduledThreadPoolExecutor(1, named("recovery"));
  }

  /** Asks the broker for its backlog, and may wait for the answer. */
  static ScheduledExecutorService backlog() {
    return new ScheduledThreadPoolExecutor(1, named("backlog"));
  }

  private static ThreadFactory named(String name) {
    AtomicInteger number = new AtomicInteger();
    return task -> {
      Thread thread = new Thread(task, name + "-" + number.incrementAndGet());
      thread.setDaemon(true);
      return thread;
    };
  }
}
