package dev.lanekeeper.producer.balance;

import java.math.BigDecimal;

/**
 * What an order comes to. Immutable.
 *
 * @param balance the sum of its transactions' current amounts; 0 once it is deleted
 * @param operations how many of its records were applied
 */
public record OrderBalance(
    String orderId, Status status, BigDecimal balance, String currency, long operations) {

  /** Whether the order still stands. */
  public enum Status {
    OPEN,
    DELETED
  }
}
