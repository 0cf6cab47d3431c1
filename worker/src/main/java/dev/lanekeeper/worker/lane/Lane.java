package dev.lanekeeper.worker.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;

/**
 * A message group while this process works on it: its tasks in the order of their arrival. Not
 * thread-safe: the scheduler guards it.
 */
final class Lane {
  private final Deque<LaneTask> waiting = new ArrayDeque<>();
  private @Nullable Future<?> alarm;

  void add(LaneTask task) {
    waiting.addLast(task);
  }

  void addFirst(LaneTask task) {
    waiting.addFirst(task);
  }

  LaneTask current() {
    return waiting.getFirst();
  }

  void removeCurrent() {
    waiting.removeFirst();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /** The lane sleeps until the alarm. */
  void sleepUntil(Future<?> newAlarm) {
    alarm = newAlarm;
  }

  /** Cancels the alarm of a sleeping lane; false when it is awake, or about to be. */
  boolean cancelAlarm() {
    return alarm != null && alarm.cancel(false);
  }
}
