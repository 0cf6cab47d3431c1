package dev.lanekeeper.producer.check;

import dev.lanekeeper.api.Fingerprint;
import dev.lanekeeper.producer.message.LedgerMessage;
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

  /** Looks at the order's next record, and returns what is wrong with it. */
  Optional<String> problem(LedgerRecord record, LedgerMessage message) {
    if (record.sequence().isPresent() != numbered) {
      return Optional.of(
          "order '%s' has records with seq and without; write it on all of them or on none"
              .formatted(record.orderId()));
    }
    long digest = digest(message);
    OptionalLong before = seen.put(message.sequence(), digest);
    if (before.isPresent() && before.getAsLong() != digest) {
      return Optional.of(
          "order '%s' has another record with seq %d and other content; number one of them anew"
              .formatted(record.orderId(), message.sequence()));
    }
    return Optional.empty();
  }

  /** The body is canonical, so equal content is equal bytes. */
  private static long digest(LedgerMessage message) {
    return Long.parseUnsignedLong(Fingerprint.of(null, message.body()).hex().substring(0, 16), 16);
  }
}
