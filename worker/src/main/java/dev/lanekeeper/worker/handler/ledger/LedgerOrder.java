package dev.lanekeeper.worker.handler.ledger;

import java.math.BigDecimal;

/** An order as its row stands. Immutable. */
record LedgerOrder(String status, String currency, BigDecimal balance) {
  static final String OPEN = "open";
  static final String DELETED = "deleted";

  boolean isDeleted() {
    return status.equals(DELETED);
  }
}
