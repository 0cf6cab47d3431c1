package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.group.GroupKey;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Optional;

/**
 * A message group while this process works on it: its tasks in the order of their arrival. Not
 * thread-safe: the scheduler guards it.
 */
final class Lane {
  private final Deque<Arrived> waiting = new ArrayDeque<>();
  private boolean sleeping;
  private long until;

  /** A task, and when it came, in nanoseconds of the monotonic clock. */
  private record Arrived(LaneTask task, long at) {}

  void add(LaneTask task, long now) {
    waiting.addLast(new Arrived(task, now));
  }

  void addFirst(LaneTask task, long now) {
    waiting.addFirst(new Arrived(task, now));
  }

  LaneTask current() {
    return waiting.getFirst().task();
  }

  void removeCurrent() {
    waiting.removeFirst();
  }

  /** Takes all delivered messages off the lane. */
  List<LaneTask> removeDelivered() {
    List<LaneTask> delivered =
        waiting.stream().map(Arrived::task).filter(LaneTask::isDelivered).toList();
    waiting.removeIf(arrived -> arrived.task().isDelivered());
    return delivered;
  }

  /** How the lane stands. */
  LaneView view(GroupKey key, long now) {
    Arrived head = waiting.getFirst();
    return new LaneView(
        key,
        Duration.ofNanos(now - head.at()),
        head.task().attempt(),
        sleeping ? Optional.of(Duration.ofNanos(Math.max(0, until - now))) : Optional.empty(),
        waiting.size() - 1);
  }

  boolean isEmpty() {
    return waiting.isEmpty();
  }

  /**
   * The current task waits for its next pass.
   *
   * @param until when that is, in nanoseconds of the monotonic clock
   */
  void sleep(long until) {
    sleeping = true;
    this.until = until;
  }

  /** Wakes a sleeping lane; false when it is awake already, and somebody else sees to it. */
  boolean wake() {
    boolean slept = sleeping;
    sleeping = false;
    return slept;
  }
}
