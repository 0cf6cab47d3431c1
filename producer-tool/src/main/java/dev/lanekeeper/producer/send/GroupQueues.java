package dev.lanekeeper.producer.send;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Unconfirmed messages by message group. A group gives out its first message, and the next one only
 * once the first is done with; groups take turns in the order in which they became ready. For one
 * thread; keeps nothing of a group without messages.
 */
final class GroupQueues {
  private final Map<String, Deque<Outgoing>> groups = new HashMap<>();
  private final Deque<Outgoing> ready = new ArrayDeque<>();
  private int size;
  private long bytes;

  void add(Outgoing outgoing) {
    Deque<Outgoing> group =
        groups.computeIfAbsent(outgoing.message().messageGroup(), name -> new ArrayDeque<>(2));
    group.add(outgoing);
    if (group.size() == 1) {
      ready.add(outgoing);
    }
    size++;
    bytes += outgoing.message().body().length;
  }

  /** Gives out the first message of a group that has none given out. */
  Optional<Outgoing> next() {
    return Optional.ofNullable(ready.poll());
  }

  /** Is done with a message that was given out. */
  void remove(Outgoing outgoing) {
    String name = outgoing.message().messageGroup();
    Deque<Outgoing> group = groups.get(name);
    if (group == null || group.poll() != outgoing) {
      throw new IllegalStateException("not the first of its group: " + outgoing.position());
    }
    if (group.isEmpty()) {
      groups.remove(name);
    } else {
      ready.add(group.getFirst());
    }
    size--;
    bytes -= outgoing.message().body().length;
  }

  int size() {
    return size;
  }

  long bytes() {
    return bytes;
  }
}
