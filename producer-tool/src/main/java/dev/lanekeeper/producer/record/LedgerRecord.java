package dev.lanekeeper.producer.record;

import dev.lanekeeper.api.ledger.LedgerOperation;
import java.time.OffsetDateTime;
import java.util.Optional;
import java.util.OptionalLong;

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
    boolean last) {}
