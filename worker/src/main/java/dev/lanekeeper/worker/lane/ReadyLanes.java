package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.group.GroupKey;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.function.Predicate;

/**
 * Lanes that wait for a thread, in the order in which they became ready. Not thread-safe: the
 * scheduler guards it.
 */
final class ReadyLanes {
  private final Deque<GroupKey> waiting = new ArrayDeque<>();
  private final int together;

  /**
   * @param together how many may be taken at once
   */
  ReadyLanes(int together) {
    this.together = together;
  }

  void add(GroupKey key) {
    waiting.addLast(key);
  }

  /**
   * Takes the first, and those right behind it that may share its transaction; empty when it was
   * taken along by another thread.
   */
  List<GroupKey> take(Predicate<GroupKey> mayShare) {
    List<GroupKey> taken = new ArrayList<>();
    if (!waiting.isEmpty()) {
      taken.add(waiting.removeFirst());
    }
    while (!waiting.isEmpty()
        && taken.size() < together
        && mayShare.test(taken.get(0))
        && mayShare.test(waiting.getFirst())) {
      taken.add(waiting.removeFirst());
    }
    return taken;
  }
}
