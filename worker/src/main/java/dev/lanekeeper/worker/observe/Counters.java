package dev.lanekeeper.worker.observe;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Function;

/** A counter for each value of the one label of a metric. Thread-safe. */
final class Counters<K extends Enum<K>> {
  private final Map<K, Counter> counters = new LinkedHashMap<>();

  /** All of them, from the start, so that each is there at zero before it is counted. */
  Counters(MeterRegistry registry, Metric metric, Collection<K> values, Function<K, String> label) {
    values.forEach(value -> counters.put(value, metric.counter(registry, label.apply(value))));
  }

  /** Counts one; nothing where the value has no counter. */
  void count(K value) {
    Counter counter = counters.get(value);
    if (counter != null) {
      counter.increment();
    }
  }

  /** What was counted so far. */
  Map<K, Long> counts() {
    Map<K, Long> counts = new LinkedHashMap<>();
    counters.forEach((value, counter) -> counts.put(value, (long) counter.count()));
    return counts;
  }
}
