package dev.lanekeeper.worker.backlog;

import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/**
 * Tells queues that stand still: messages wait in them, and for longer than a consumer that died
 * can be the reason none was acknowledged. Measured on a monotonic clock, from look to look.
 * Thread-safe.
 */
public final class BlockedQueues {

  /**
   * What a killed consumer costs beyond the invisible time: a proxy keeps its leases for two
   * minutes, and looks at them from time to time (notes, 1.5).
   */
  private static final Duration MARGIN = Duration.ofMinutes(3);

  /** Is told when a queue is found blocked, and when it moves again; once each. */
  public interface Listener {
    void blocked(QueueState queue, Duration since);

    void moves(QueueState queue, Duration after);
  }

  private static final class Seen {
    private long acknowledged;
    private long since;
    private boolean blocked;
  }

  private final Duration patience;
  private final LongSupplier nanoTime;
  private final Listener listener;
  private final Map<String, Seen> queues = new HashMap<>();
  private long backlog;

  /**
   * @param invisibleTime for how long a message may be kept for a consumer that died
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  public BlockedQueues(Duration invisibleTime, LongSupplier nanoTime, Listener listener) {
    this.patience = invisibleTime.plus(MARGIN);
    this.nanoTime = nanoTime;
    this.listener = listener;
  }

  /** Takes note of how far the queues are now. */
  public synchronized void look(List<QueueState> states) {
    long now = nanoTime.getAsLong();
    Set<String> names = new HashSet<>();
    backlog = 0;
    for (QueueState state : states) {
      names.add(state.name());
      backlog += state.backlog();
      look(state, now);
    }
    queues.keySet().retainAll(names);
  }

  private void look(QueueState state, long now) {
    Seen seen = queues.get(state.name());
    boolean moved = seen == null || seen.acknowledged != state.acknowledged();
    if (seen == null) {
      seen = new Seen();
      queues.put(state.name(), seen);
    }
    Duration standing = moved ? Duration.ZERO : Duration.ofNanos(now - seen.since);
    if (moved || state.backlog() == 0) {
      if (seen.blocked) {
        listener.moves(state, Duration.ofNanos(now - seen.since));
      }
      seen.acknowledged = state.acknowledged();
      seen.since = now;
      seen.blocked = false;
    } else if (!seen.blocked && standing.compareTo(patience) > 0) {
      seen.blocked = true;
      listener.blocked(state, standing);
    }
  }

  /** Time in which nothing can move, for a reason that is known, does not count. */
  public synchronized void excuse() {
    long now = nanoTime.getAsLong();
    for (Seen seen : queues.values()) {
      if (!seen.blocked) {
        seen.since = now;
      }
    }
  }

  /** How many queues are blocked. */
  public synchronized int blocked() {
    return (int) queues.values().stream().filter(seen -> seen.blocked).count();
  }

  /** Messages in all queues at the last look. */
  public synchronized long backlog() {
    return backlog;
  }
}
