package dev.lanekeeper.worker.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * A message group while this process works on it: its tasks in the order of their arrival. Not
 * thread-safe: the scheduler guards it.
 */
final class Lane {
  private final Deque<LaneTask> waiting = new ArrayDeque<>();

  void add(LaneTask task) {
    waiting.addLast(task);
  }

  void addFirst(LaneTask task) {
    waiting.addFirst(task);
  }

  @Nullable LaneTask current() {
    return waiting.peekFirst();
  }

  void removeCurrent() {
    waiting.removeFirst();
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }
}
