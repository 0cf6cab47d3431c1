package com.example.points;

import dev.lanekeeper.api.RejectedMessageException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A purchase as it stands in a message's body: {@code {"customer":"c-7","amount":"12.30"}}. */
record Purchase(String customer, BigDecimal amount) {
  private static final int MAX_DIGITS = 15;
  private static final JsonMapper JSON = JsonMapper.shared();

  /**
   * Reads a body.
   *
   * @throws RejectedMessageException when it can never be read: trying again would not help
   */
  static Purchase read(byte[] body) {
    try {
      JsonNode json = JSON.readTree(body);
      Purchase purchase =
          new Purchase(
              json.required("customer").asString(),
              new BigDecimal(json.required("amount").asString()));
      if ((long) purchase.amount.precision() - purchase.amount.scale() > MAX_DIGITS) {
        throw new RejectedMessageException("no purchase: its amount is too large");
      }
      return purchase;
    } catch (JacksonException | NumberFormatException malformed) {
      throw new RejectedMessageException("no purchase: " + malformed.getMessage(), malformed);
    }
  }

  /** One for each whole unit of the currency. */
  long points() {
    return amount.setScale(0, RoundingMode.DOWN).longValueExact();
  }
}
