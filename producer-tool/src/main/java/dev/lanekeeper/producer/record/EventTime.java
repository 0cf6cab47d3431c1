package dev.lanekeeper.producer.record;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The rule for times: RFC 3339 with an offset. Digits beyond the microsecond, which is what the
 * database keeps, are cut off, never rounded.
 */
public final class EventTime {
  private static final Pattern RFC_3339 =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\d)(\\.\\d{1,9})?\\d*(Z|[+-]\\d\\d:\\d\\d)");
  private static final Pattern WITHOUT_OFFSET =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?)?");
  private static final DateTimeFormatter STRICT =
      DateTimeFormatter.ISO_OFFSET_DATE_TIME.withResolverStyle(ResolverStyle.STRICT);

  private EventTime() {}

  static OffsetDateTime parse(String text) throws FieldException {
    Matcher matcher = RFC_3339.matcher(text.toUpperCase(Locale.ROOT));
    if (!matcher.matches()) {
      throw problem(
          text,
          WITHOUT_OFFSET.matcher(text).matches()
              ? "no full time with offset; write it like 2024-02-05T09:30:00Z or ...+01:00"
              : "not RFC 3339; write it like 2024-02-05T09:30:00Z");
    }
    try {
      String fraction = matcher.group(2) == null ? "" : matcher.group(2);
      return OffsetDateTime.parse(matcher.group(1) + fraction + matcher.group(3), STRICT)
          .truncatedTo(ChronoUnit.MICROS);
    } catch (DateTimeException noSuchTime) {
      throw problem(text, "there is no such date or time");
    }
  }

  /** The one spelling that messages carry. */
  public static String format(OffsetDateTime time) {
    return DateTimeFormatter.ISO_OFFSET_DATE_TIME.format(time);
  }

  private static FieldException problem(String text, String problem) {
    return new FieldException("occurred_at " + Quoted.of(text) + ": " + problem);
  }
}
