package dev.lanekeeper.worker.observe;

import dev.lanekeeper.worker.inbox.Fate;
import java.time.Duration;
import java.util.Map;

/**
 * What a worker did between its start and its end. Immutable.
 *
 * @param fates how many messages came to each fate
 * @param attempts runs of the handler
 * @param busy from the first delivery to the last settlement
 */
public record Summary(Map<Fate, Long> fates, long attempts, Duration busy) {

  public Summary {
    fates = Map.copyOf(fates);
  }

  /** Messages settled. */
  public long settled() {
    return fates.values().stream().mapToLong(Long::longValue).sum();
  }

  /** Messages settled per second; 0 when nothing was. */
  public double perSecond() {
    return busy.isZero() ? 0 : settled() * 1e9 / busy.toNanos();
  }

  public long of(Fate fate) {
    return fates.getOrDefault(fate, 0L);
  }
}
