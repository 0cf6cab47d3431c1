package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.record.FileRecord;
import java.util.HashMap;
import java.util.Map;

/**
 * Gives each record its sequence: the record's own, else the count of its order's records in file
 * order. For one thread; fed with the same records, it gives the same numbers again.
 */
public final class Sequencer {
  private final Map<String, Long> counts = new HashMap<>();

  /** The sequence that the order's next record without one will get. */
  long nextOf(String orderId) {
    return counts.getOrDefault(orderId, 0L) + 1;
  }

  public long sequenceOf(FileRecord record) {
    return record.sequence().isPresent()
        ? record.sequence().getAsLong()
        : counts.merge(record.messageGroup(), 1L, Long::sum);
  }
}
