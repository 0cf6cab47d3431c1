package dev.lanekeeper.worker.handler.ledger;

import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.api.ledger.LedgerOperation;
import java.math.BigDecimal;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;

/**
 * One ledger record, as it stands in a message's body. Immutable.
 *
 * @param amount exact; zero where the operation has none
 * @param currency empty where the operation has none
 */
record LedgerEntry(
    LedgerOperation operation,
    String orderId,
    String transactionId,
    BigDecimal amount,
    String currency,
    Optional<OffsetDateTime> occurredAt,
    Optional<String> note) {

  /** The amount columns are numeric(38, 9); what does not fit is refused, never rounded. */
  private static final int MAX_DECIMALS = 9;

  private static final int MAX_INTEGER_DIGITS = 29;

  /**
   * Reads a body.
   *
   * @throws RejectedMessageException when it is no ledger record
   */
  static LedgerEntry read(byte[] body) {
    JsonNode record;
    try {
      record = CanonicalJson.read(body);
    } catch (JacksonException | ArithmeticException | NumberFormatException malformed) {
      throw new RejectedMessageException(
          "the body is no JSON: " + malformed.getMessage(), malformed);
    }
    if (!record.isObject()) {
      throw new RejectedMessageException("the body is no JSON object");
    }
    String tag = text(record, "op");
    LedgerOperation operation =
        LedgerOperation.ofTag(tag)
            .orElseThrow(
                () ->
                    new RejectedMessageException(
                        "op is \"" + tag + "\": create, add, modify or delete is expected"));
    boolean moves = operation != LedgerOperation.DELETE;
    return new LedgerEntry(
        operation,
        text(record, "order_id"),
        moves ? text(record, "txn_id") : optional(record, "txn_id").orElse(""),
        moves ? amount(record) : BigDecimal.ZERO,
        moves ? text(record, "currency") : "",
        optional(record, "occurred_at").map(LedgerEntry::time),
        optional(record, "note"));
  }

  private static String text(JsonNode record, String name) {
    return optional(record, name)
        .filter(text -> !text.isBlank())
        .orElseThrow(() -> new RejectedMessageException(name + " is missing"));
  }

  private static Optional<String> optional(JsonNode record, String name) {
    JsonNode value = record.path(name);
    if (value.isMissingNode() || value.isNull()) {
      return Optional.empty();
    }
    if (!value.isString()) {
      throw new RejectedMessageException(name + " is " + value + ": a text is expected");
    }
    if (value.stringValue().indexOf('\0') >= 0) {
      throw new RejectedMessageException(name + " contains a NUL character");
    }
    return Optional.of(value.stringValue());
  }

  private static BigDecimal amount(JsonNode record) {
    JsonNode value = record.path("amount");
    if (!value.isNumber() && !value.isString()) {
      throw new RejectedMessageException("amount is missing");
    }
    BigDecimal amount;
    try {
      amount = value.isNumber() ? value.decimalValue() : new BigDecimal(value.stringValue());
    } catch (NumberFormatException | ArithmeticException malformed) {
      throw new RejectedMessageException("amount is " + value + ": no number", malformed);
    }
    BigDecimal stripped = stripped(amount);
    if (stripped.scale() > MAX_DECIMALS
        || (long) stripped.precision() - stripped.scale() > MAX_INTEGER_DIGITS) {
      throw new RejectedMessageException(
          "amount has more than "
              + MAX_INTEGER_DIGITS
              + " digits before or "
              + MAX_DECIMALS
              + " behind the decimal point");
    }
    return stripped;
  }

  private static BigDecimal stripped(BigDecimal amount) {
    try {
      return amount.stripTrailingZeros();
    } catch (ArithmeticException beyondAllBounds) {
      return amount;
    }
  }

  private static OffsetDateTime time(String text) {
    try {
      return OffsetDateTime.parse(text);
    } catch (DateTimeException malformed) {
      throw new RejectedMessageException(
          "occurred_at is \"" + text + "\": RFC 3339 with an offset is expected", malformed);
    }
  }
}
