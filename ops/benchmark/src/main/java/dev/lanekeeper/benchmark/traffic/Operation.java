package dev.lanekeeper.benchmark.traffic;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.ledger.LedgerOperation;
import java.math.BigDecimal;

/**
 * One operation of an order: the first creates it, each further one adds to it. Immutable.
 *
 * @param order its message group
 * @param sequence its place there, from 1
 */
record Operation(String order, long sequence) {
  private static final int CENTS = 10_000;

  LedgerOperation kind() {
    return sequence == 1 ? LedgerOperation.CREATE : LedgerOperation.ADD;
  }

  /** The record, in canonical JSON. */
  byte[] body() {
    return """
        {"amount":%s,"currency":"EUR","op":"%s","order_id":"%s","seq":%d,"txn_id":"t%d"}"""
        .formatted(
            BigDecimal.valueOf(1 + sequence % CENTS, 2), kind().tag(), order, sequence, sequence)
        .getBytes(UTF_8);
  }
}
