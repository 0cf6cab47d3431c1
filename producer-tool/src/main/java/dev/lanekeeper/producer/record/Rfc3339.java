package dev.lanekeeper.producer.record;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;

/**
 * Reads and writes times of RFC 3339 as {@code DateTimeFormatter.ISO_OFFSET_DATE_TIME} does, which
 * took a third of the time of checking a ledger. Stateless.
 */
final class Rfc3339 {
  private static final String SECONDS = "0000-00-00T00:00:00";
  private static final String OFFSET = "+00:00";
  private static final int TENTH = 100_000_000;
  private static final int MICROSECOND = 1_000;

  private Rfc3339() {}

  /** Whether a text is spelled like a time, whatever its numbers are. */
  static boolean isSpelling(String text) {
    if (!hasShape(text, 0, SECONDS)) {
      return false;
    }
    int dot = SECONDS.length();
    boolean fraction = text.startsWith(".", dot);
    int end = fraction ? Digits.end(text, dot + 1) : dot;
    return (!fraction || end > dot + 1)
        && (hasShape(text, end, "Z") && end + 1 == text.length()
            || hasShape(text, end, OFFSET) && end + OFFSET.length() == text.length());
  }

  /** Whether a text goes on with a shape: 0 is any digit, + may be -, and letters may be small. */
  private static boolean hasShape(String text, int start, String shape) {
    if (text.length() - start < shape.length()) {
      return false;
    }
    for (int i = 0; i < shape.length(); i++) {
      char wanted = shape.charAt(i);
      char found = text.charAt(start + i);
      boolean fits =
          switch (wanted) {
            case '0' -> Digits.isDigit(found);
            case '+' -> found == '+' || found == '-';
            case 'T', 'Z' -> (found & ~0x20) == wanted;
            default -> found == wanted;
          };
      if (!fits) {
        return false;
      }
    }
    return true;
  }

  /**
   * Reads what {@link #isSpelling} lets pass, without what is less than a microsecond.
   *
   * @throws DateTimeException when there is no such date, time or offset
   */
  static OffsetDateTime read(String text) {
    return OffsetDateTime.of(
        number(text, 0, 4),
        number(text, 5, 7),
        number(text, 8, 10),
        number(text, 11, 13),
        number(text, 14, 16),
        number(text, 17, 19),
        nanos(text),
        offset(text));
  }

  private static int nanos(String text) {
    int nanos = 0;
    int dot = SECONDS.length();
    if (text.charAt(dot) == '.') {
      int unit = TENTH;
      for (int i = dot + 1; unit >= MICROSECOND && Digits.isDigit(text.charAt(i)); i++) {
        nanos += unit * (text.charAt(i) - '0');
        unit /= 10;
      }
    }
    return nanos;
  }

  private static ZoneOffset offset(String text) {
    int end = text.length();
    if (!Digits.isDigit(text.charAt(end - 1))) {
      return ZoneOffset.UTC;
    }
    int sign = text.charAt(end - OFFSET.length()) == '-' ? -1 : 1;
    return ZoneOffset.ofHoursMinutes(
        sign * number(text, end - 5, end - 3), sign * number(text, end - 2, end));
  }

  private static int number(String text, int start, int end) {
    return Integer.parseInt(text, start, end, 10);
  }

  /** Writes seconds always, a fraction without zeros at its end, and Z for no offset. */
  static String write(OffsetDateTime time) {
    StringBuilder text = new StringBuilder(32).append(time.toLocalDate());
    append(text, 'T', time.getHour());
    append(text, ':', time.getMinute());
    append(text, ':', time.getSecond());
    int rest = time.getNano();
    if (rest > 0) {
      text.append('.');
    }
    for (int unit = TENTH; rest > 0; unit /= 10) {
      text.append((char) ('0' + rest / unit));
      rest %= unit;
    }
    return text.append(time.getOffset().getId()).toString();
  }

  private static void append(StringBuilder text, char before, int number) {
    text.append(before).append((char) ('0' + number / 10)).append((char) ('0' + number % 10));
  }
}
