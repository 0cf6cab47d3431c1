package dev.lanekeeper.producer.record;

import dev.lanekeeper.api.ledger.LedgerOperation;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;

/**
 * One event of an order: what a line of a ledger file says. Immutable; each value obeys the rules
 * of its field, and equal values are equal however the file spelled them.
 *
 * @param transactionId the transaction that it creates or modifies; absent at most on a delete
 * @param sequence its place among the order's records, from 1; absent when file order tells
 * @param money absent at most on a delete
 * @param last whether the order ends with it
 */
public record LedgerRecord(
    LedgerOperation operation,
    String orderId,
    Optional<String> transactionId,
    OptionalLong sequence,
    Optional<Money> money,
    Optional<OffsetDateTime> occurredAt,
    Optional<String> note,
    boolean last)
    implements FileRecord {

  /** A record of a file that was read as a ledger. */
  public static LedgerRecord of(FileRecord record) {
    return record.choose(
        ledger -> ledger,
        other -> {
          throw new IllegalArgumentException("no record of a ledger");
        });
  }

  /** The order id, byte for byte. */
  @Override
  public String messageGroup() {
    return orderId;
  }

  @Override
  public <T> T choose(Function<LedgerRecord, T> ledger, Function<OtherRecord, T> other) {
    return ledger.apply(this);
  }
}
