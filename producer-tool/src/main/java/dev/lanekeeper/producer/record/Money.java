package dev.lanekeeper.producer.record;

import java.math.BigDecimal;

/**
 * An exact amount. Immutable.
 *
 * @param amount without trailing zeros, so that 600 and 600.00 are equal
 * @param currency an ISO 4217 code
 */
public record Money(BigDecimal amount, String currency) {
  public Money {
    amount = amount.signum() == 0 ? BigDecimal.ZERO : amount.stripTrailingZeros();
  }
}
