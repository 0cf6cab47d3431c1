package dev.lanekeeper.producer.record;

import java.math.BigDecimal;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The rule for amounts: a plain decimal with a dot, no grouping, no exponent, at most 29 digits
 * before the dot and 9 behind it, which is what the ledger's column holds. Nothing is guessed or
 * rounded.
 */
final class Amount {
  private static final int INTEGER_DIGITS = 29;
  private static final int DECIMALS = 9;

  private static final Pattern PLAIN = Pattern.compile("-?(0|[1-9]\\d*)(\\.\\d+)?");
  private static final Pattern EXPONENT = Pattern.compile("[+-]?\\d+(\\.\\d+)?[eE][+-]?\\d{1,3}");
  private static final Pattern COMMA = Pattern.compile("-?\\d+,\\d+");
  private static final Pattern GROUP = Pattern.compile("-?\\d{1,3}(,\\d{3})+");

  private Amount() {}

  static BigDecimal parse(String spelled, NumberFormat format) throws FieldException {
    Optional<String> plain = format.plain(spelled);
    if (plain.isEmpty()) {
      throw problem(spelled, mend(spelled, format));
    }
    String text = plain.get();
    String digits = text.startsWith("-") ? text.substring(1) : text;
    int dot = digits.indexOf('.');
    String whole = dot < 0 ? digits : digits.substring(0, dot);
    String decimals = dot < 0 ? "" : digits.substring(dot + 1).replaceFirst("0+$", "");
    if (whole.length() > INTEGER_DIGITS) {
      throw problem(text, "more than %d digits before the dot".formatted(INTEGER_DIGITS));
    }
    if (decimals.length() > DECIMALS) {
      throw problem(text, "more than %d decimals".formatted(DECIMALS));
    }
    return new BigDecimal(text);
  }

  private static String mend(String text, NumberFormat format) {
    if (format != NumberFormat.DOT) {
      return "not spelled as --number-format %s has it; write it like %s"
          .formatted(format, format.example());
    }
    String stripped = text.strip();
    if (!stripped.equals(text) && PLAIN.matcher(stripped).matches()) {
      return "white space around it; write " + stripped;
    }
    if (EXPONENT.matcher(text).matches()) {
      BigDecimal value = new BigDecimal(text);
      return Math.abs((long) value.scale()) <= INTEGER_DIGITS
          ? "exponent; write " + value.toPlainString()
          : "exponent; write it as a plain decimal";
    }
    if (GROUP.matcher(text).matches()) {
      return "comma; write %s or %s, whichever is meant"
          .formatted(text.replace(",", ""), text.replaceFirst(",(?=\\d*$)", ".").replace(",", ""));
    }
    if (COMMA.matcher(text).matches()) {
      return "decimal comma; write " + text.replace(',', '.');
    }
    if (text.startsWith("+") && PLAIN.matcher(text.substring(1)).matches()) {
      return "plus sign; write " + text.substring(1);
    }
    return "not a plain decimal; write it like 1234.56";
  }

  private static FieldException problem(String text, String problem) {
    return new FieldException("amount " + Quoted.of(text) + ": " + problem);
  }
}
