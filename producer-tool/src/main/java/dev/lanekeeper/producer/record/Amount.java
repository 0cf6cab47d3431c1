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
    int dot = text.indexOf('.');
    int sign = text.startsWith("-") ? 1 : 0;
    if ((dot < 0 ? text.length() : dot) - sign > INTEGER_DIGITS) {
      throw problem(
          text,
          "more than %d digits before the dot; correct it where it comes from"
              .formatted(INTEGER_DIGITS));
    }
    if (dot >= 0 && lengthWithoutZeros(text) - dot - 1 > DECIMALS) {
      throw problem(
          text, "more than %d decimals; correct it where it comes from".formatted(DECIMALS));
    }
    return new BigDecimal(text);
  }

  private static int lengthWithoutZeros(String text) {
    int length = text.length();
    while (text.charAt(length - 1) == '0') {
      length--;
    }
    return length;
  }

  private static String mend(String text, NumberFormat format) {
    if (format != NumberFormat.DOT) {
      return "not spelled as --number-format %s has it; write it like %s"
          .formatted(format, format.example());
    }
    String stripped = text.strip();
    if (!stripped.equals(text) && Digits.isDecimal(stripped)) {
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
    if (text.startsWith("+") && Digits.isDecimal(text.substring(1))) {
      return "plus sign; write " + text.substring(1);
    }
    return "not a plain decimal; write it like 1234.56";
  }

  private static FieldException problem(String text, String problem) {
    return new FieldException("amount " + Quoted.of(text) + ": " + problem);
  }
}
