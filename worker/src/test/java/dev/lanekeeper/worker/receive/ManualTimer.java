package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

/**
 * A monotonic clock and the timer that follows it, which move only when a test says so. Repeated
 * tasks run in the thread of the test.
 */
final class ManualTimer extends ScheduledThreadPoolExecutor {
  private final List<Repeated> tasks = new ArrayList<>();
  private volatile long now = Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(15); // It may overflow.

  ManualTimer() {
    super(1);
  }

  private static final class Repeated {
    private final Runnable task;
    private final ScheduledFuture<?> handle;
    private final long pause;
    private long next;

    Repeated(Runnable task, ScheduledFuture<?> handle, long pause, long next) {
      this.task = task;
      this.handle = handle;
      this.pause = pause;
      this.next = next;
    }
  }

  long nanoTime() {
    return now;
  }

  @Override
  public ScheduledFuture<?> scheduleWithFixedDelay(
      Runnable task, long initialDelay, long delay, TimeUnit unit) {
    ScheduledFuture<?> handle = schedule(() -> {}, 1, TimeUnit.DAYS);
    tasks.add(new Repeated(task, handle, unit.toNanos(delay), now + unit.toNanos(initialDelay)));
    return handle;
  }

  /** Lets time pass, and runs what is due, each at its time. */
  void pass(Duration time) {
    long end = now + time.toNanos();
    while (end - now > 0) {
      now += Math.min(end - now, Duration.ofMillis(1).toNanos());
      for (Repeated repeated : tasks) {
        if (!repeated.handle.isCancelled() && repeated.next - now <= 0) {
          repeated.next = now + repeated.pause;
          repeated.task.run();
        }
      }
    }
  }

  /** Lets time pass in which the timer does not get to run: the process stands still. */
  void standStill(Duration time) {
    now += time.toNanos();
  }
}
