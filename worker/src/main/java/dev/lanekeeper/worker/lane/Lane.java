package dev.lanekeeper.worker.lane;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * A message group while this process works on it: its tasks in the order of their arrival. Not
 * thread-safe: the scheduler guards it.
 */
final class Lane {
  private final Deque<LaneTask> waiting = new ArrayDeque<>();
  private boolean sleeping;

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

  /** Takes all delivered messages off the lane. */
  List<LaneTask> removeDelivered() {
    List<LaneTask> delivered = waiting.stream().filter(LaneTask::isDelivered).toList();
    waiting.removeAll(delivered);
    return delivered;
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  void sleep() {
    sleeping = true;
  }

  /** Wakes a sleeping lane; false when it is awake already, and somebody else sees to it. */
  boolean wake() {
    boolean slept = sleeping;
    sleeping = false;
    return slept;
  }
}
