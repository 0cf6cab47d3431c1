package dev.lanekeeper.producer.check;

import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.producer.record.LedgerRecord;
import java.util.Optional;
import java.util.OptionalLong;

/** What must hold among the records of one order. For one thread. */
final class OrderCheck {
  private final boolean numbered;
  private final SeenSequences seen = new SeenSequences();

  /**
   * @param numbered whether its first record has a sequence, and so all must
   */
  OrderCheck(boolean numbered) {
    this.numbered = numbered;
  }

  /** Whether a record has a sequence where the order's first has none, or the other way about. */
  boolean isMixedBy(LedgerRecord record) {
    return record.sequence().isPresent() != numbered;
  }

  /** Looks at the order's next record, and returns what is wrong with it. */
  Optional<String> problem(LedgerRecord record, long sequence, byte[] body) {
    if (isMixedBy(record)) {
      return Optional.of(
          "order '%s' has records with seq and without; write it on all of them or on none"
              .formatted(record.orderId()));
    }
    long digest = digest(body);
    OptionalLong before = seen.put(sequence, digest);
    if (before.isPresent() && before.getAsLong() != digest) {
      return Optional.of(
          "order '%s' has another record with seq %d and other content; number one of them anew"
              .formatted(record.orderId(), sequence));
    }
    return Optional.empty();
  }

  /** The body is canonical, so equal content is equal bytes. */
  private static long digest(byte[] body) {
    return Long.parseUnsignedLong(Fingerprint.of(null, body).hex().substring(0, 16), 16);
  }
}
