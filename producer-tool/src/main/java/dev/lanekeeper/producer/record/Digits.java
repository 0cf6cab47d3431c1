package dev.lanekeeper.producer.record;

/** Looks for plain numbers without a pattern, since each record has some. Stateless. */
final class Digits {
  private Digits() {}

  /** Whether a text is {@code 0|[1-9]\d*}. */
  static boolean isWhole(String text) {
    return wholeEnd(text, 0) == text.length();
  }

  /** Whether a text is {@code -?(0|[1-9]\d*)(\.\d+)?}. */
  static boolean isDecimal(String text) {
    int dot = wholeEnd(text, text.startsWith("-") ? 1 : 0);
    if (dot < 0 || dot == text.length()) {
      return dot > 0;
    }
    int end = end(text, dot + 1);
    return text.charAt(dot) == '.' && end > dot + 1 && end == text.length();
  }

  /** Where a whole number ends that begins somewhere; negative when none does. */
  private static int wholeEnd(String text, int start) {
    int end = end(text, start);
    boolean leadingZero = end - start > 1 && text.charAt(start) == '0';
    return end == start || leadingZero ? -1 : end;
  }

  /** Behind the digits 0 to 9 that begin somewhere, if there are any. */
  static int end(String text, int start) {
    int end = start;
    while (end < text.length() && isDigit(text.charAt(end))) {
      end++;
    }
    return end;
  }

  static boolean isDigit(char character) {
    return character >= '0' && character <= '9';
  }
}
