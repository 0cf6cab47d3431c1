package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.record.FileRecord;
import java.util.Optional;

/** What must hold among the records of one order, as far as the last one tells. For one thread. */
final class OrderCheck {
  private final String id;
  private final int number;
  private final boolean numbered;
  private long last;
  private boolean mayRepeat;

  /**
   * @param number among all orders, from 0
   * @param numbered whether its first record has a sequence, and so all must
   */
  OrderCheck(String id, int number, boolean numbered) {
    this.id = id;
    this.number = number;
    this.numbered = numbered;
  }

  String id() {
    return id;
  }

  int number() {
    return number;
  }

  /** Whether its sequences went back somewhere: otherwise none can have come twice. */
  boolean mayRepeat() {
    return mayRepeat;
  }

  /** Whether a record has a sequence where the order's first has none, or the other way about. */
  boolean isMixedBy(FileRecord record) {
    return record.sequence().isPresent() != numbered;
  }

  /** Looks at the order's next record, and returns what is wrong with it. */
  Optional<String> problem(FileRecord record, long sequence) {
    if (isMixedBy(record)) {
      return Optional.of(
          "order '%s' has records with seq and without; write it on all of them or on none"
              .formatted(id));
    }
    long before = last;
    last = sequence;
    if (sequence > before) {
      return Optional.empty();
    }
    return record.choose(
        ledger -> {
          mayRepeat = true;
          return Optional.empty();
        },
        other ->
            Optional.of(
                "sequence %d of group '%s' stands behind %d; it has to rise"
                    .formatted(sequence, id, before)));
  }
}
