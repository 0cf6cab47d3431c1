package dev.lanekeeper.benchmark.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.api.ledger.OrderSource;
import java.math.BigDecimal;
import java.util.Map;

/**
 * One operation of an order: the first creates it, each further one adds to it. Immutable.
 *
 * @param order its message group
 * @param sequence its place there, from 1
 */
public record Operation(String order, long sequence) {
  private static final int CENTS = 10_000;

  public LedgerOperation kind() {
    return sequence == 1 ? LedgerOperation.CREATE : LedgerOperation.ADD;
  }

  /** The attributes of its message, by the message contract. */
  public Map<String, String> properties() {
    String number = Long.toString(sequence);
    return Map.of(
        MessageAttributes.SPEC_VERSION,
        "1.0",
        MessageAttributes.ID,
        number,
        MessageAttributes.SOURCE,
        OrderSource.of(order),
        MessageAttributes.TYPE,
        kind().type(),
        MessageAttributes.SUBJECT,
        order,
        MessageAttributes.CONTENT_TYPE,
        MessageAttributes.JSON,
        MessageAttributes.PARTITION_KEY,
        order,
        MessageAttributes.SEQUENCE,
        number);
  }

  /** The record, in canonical JSON. */
  public byte[] body() {
    return """
        {"amount":%s,"currency":"EUR","op":"%s","order_id":"%s","seq":%d,"txn_id":"t%d"}"""
        .formatted(
            BigDecimal.valueOf(1 + sequence % CENTS, 2), kind().tag(), order, sequence, sequence)
        .getBytes(UTF_8);
  }
}
