package dev.lanekeeper.producer.record;

import java.math.BigDecimal;
import java.util.Currency;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The rule for currencies: an ISO 4217 code in upper case, and no more decimals than it has. */
final class CurrencyCode {
  private static final Pattern CODE = Pattern.compile("[A-Z]{3}");

  /** Looked up for each record, so not asked of the platform each time. */
  private static final Map<String, Integer> DECIMALS =
      Currency.getAvailableCurrencies().stream()
          .collect(
              Collectors.toUnmodifiableMap(
                  Currency::getCurrencyCode, Currency::getDefaultFractionDigits));

  private CurrencyCode() {}

  static String parse(String text) throws FieldException {
    if (isKnown(text)) {
      return text;
    }
    String upper = text.strip().toUpperCase(Locale.ROOT);
    String problem =
        CODE.matcher(upper).matches() && isKnown(upper)
            ? "write " + upper
            : "not a code of ISO 4217; write one like EUR";
    throw new FieldException("currency " + Quoted.of(text) + ": " + problem);
  }

  private static boolean isKnown(String code) {
    return DECIMALS.containsKey(code);
  }

  /** Refuses an amount that the currency has no coins for; it is not rounded. */
  static Money money(BigDecimal amount, String code) throws FieldException {
    Money money = new Money(amount, code);
    int decimals = DECIMALS.getOrDefault(code, -1);
    // Gold and the like have no minor unit: -1.
    if (decimals >= 0 && money.amount().scale() > decimals) {
      throw new FieldException(
          "amount %s: %s has %s; correct it where it comes from"
              .formatted(
                  money.amount().toPlainString(),
                  code,
                  decimals == 0 ? "no decimals" : decimals + " decimals"));
    }
    return money;
  }
}
