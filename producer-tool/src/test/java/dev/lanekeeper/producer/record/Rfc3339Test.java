package dev.lanekeeper.producer.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;

/** What is written by hand against what Java has for it. */
class Rfc3339Test {
  private static final int TIMES = 30_000;

  private static final Pattern SPELLING =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(?:(\\.\\d{1,9})\\d*)?(Z|[+-]\\d\\d:\\d\\d)");
  private static final DateTimeFormatter STRICT =
      DateTimeFormatter.ISO_OFFSET_DATE_TIME.withResolverStyle(ResolverStyle.STRICT);

  private final Random random = new Random(1);

  @Test
  @DisplayName("times are read, and others refused, as by a strict formatter")
  void timesAreReadAsByAStrictFormatter() {
    int[] read = {0};
    for (int i = 0; i < TIMES; i++) {
      String text = random.nextInt(4) > 0 ? spelling() : damaged(spelling());
      String expected = byFormatter(text);
      assertThat(byHand(text)).as(text).isEqualTo(expected);
      read[0] += expected.startsWith("no") ? 0 : 1;
    }
    assertThat(read[0]).isBetween(TIMES / 4, 3 * TIMES / 4);
  }

  @Test
  @DisplayName("times are written as by the formatter")
  void timesAreWrittenAsByTheFormatter() {
    for (int i = 0; i < TIMES; i++) {
      OffsetDateTime time =
          OffsetDateTime.of(
              LocalDateTime.ofEpochSecond(
                  random.nextLong(1_000_000_000_000L) - 500_000_000_000L, nanos(), ZoneOffset.UTC),
              ZoneOffset.ofTotalSeconds(
                  random.nextBoolean()
                      ? 900 * (random.nextInt(145) - 72)
                      : random.nextInt(64_801)));
      assertThat(Rfc3339.write(time))
          .isEqualTo(DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time));
    }
  }

  private static String byHand(String text) {
    if (!Rfc3339.isSpelling(text)) {
      return "no spelling";
    }
    try {
      return Rfc3339.read(text).toString();
    } catch (DateTimeException refused) {
      return "no such time";
    }
  }

  private static String byFormatter(String text) {
    Matcher matcher = SPELLING.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      return "no spelling";
    }
    try {
      String fraction = matcher.group(2) == null ? "" : matcher.group(2);
      return OffsetDateTime.parse(matcher.group(1) + fraction + matcher.group(3), STRICT)
          .truncatedTo(ChronoUnit.MICROS)
          .toString();
    } catch (DateTimeException refused) {
      return "no such time";
    }
  }

  /** With numbers that are mostly possible. */
  private String spelling() {
    String offset =
        switch (random.nextInt(4)) {
          case 0 -> "Z";
          case 1 -> "z";
          default ->
              "%s%02d:%02d"
                  .formatted(random.nextBoolean() ? "+" : "-", rarely(18, 24), rarely(59, 99));
        };
    return "%04d-%02d-%02d%s%02d:%02d:%02d%s%s"
        .formatted(
            random.nextInt(10_000),
            rarely(12, 13),
            rarely(29, 32),
            random.nextInt(4) > 0 ? "T" : "t",
            rarely(23, 25),
            rarely(59, 61),
            rarely(59, 61),
            fraction(),
            offset);
  }

  /** From 0 to a number, and seldom to one that is too much. */
  private int rarely(int most, int tooMuch) {
    return random.nextInt((random.nextInt(20) > 0 ? most : tooMuch) + 1);
  }

  private String fraction() {
    StringBuilder fraction = new StringBuilder(random.nextInt(3) > 0 ? "." : "");
    int digits = fraction.isEmpty() ? random.nextInt(20) / 19 : random.nextInt(13);
    for (int i = 0; i < digits; i++) {
      fraction.append(random.nextInt(10));
    }
    return fraction.toString();
  }

  private String damaged(String text) {
    int place = random.nextInt(text.length());
    String instead =
        random.nextInt(4) == 0
            ? ""
            : String.valueOf("09TtZz+-:. \u0663\u0174x".charAt(random.nextInt(14)));
    return text.substring(0, place) + instead + text.substring(place + random.nextInt(2));
  }

  private int nanos() {
    return switch (random.nextInt(4)) {
      case 0 -> 0;
      case 1 -> 1_000_000 * random.nextInt(1_000);
      case 2 -> 1_000 * random.nextInt(1_000_000);
      default -> random.nextInt(1_000_000_000);
    };
  }
}
