package dev.lanekeeper.producer.record;

import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.regex.Pattern;

/**
 * The rule for times: RFC 3339 with an offset. Digits beyond the microsecond, which is what the
 * database keeps, are cut off, never rounded.
 */
public final class EventTime {
  private static final Pattern WITHOUT_OFFSET =
      Pattern.compile("\\d{4}-\\d\\d-\\d\\d([T ]\\d\\d:\\d\\d(:\\d\\d(\\.\\d+)?)?)?");

  private EventTime() {}

  static OffsetDateTime parse(String text) throws FieldException {
    if (!Rfc3339.isSpelling(text)) {
      throw problem(
          text,
          WITHOUT_OFFSET.matcher(text).matches()
              ? "no full time with offset; write it like 2024-02-05T09:30:00Z or ...+01:00"
              : "not RFC 3339; write it like 2024-02-05T09:30:00Z");
    }
    try {
      return Rfc3339.read(text);
    } catch (DateTimeException noSuchTime) {
      throw problem(text, "there is no such date or time");
    }
  }

  /** The one spelling that messages carry. */
  public static String format(OffsetDateTime time) {
    return Rfc3339.write(time);
  }

  private static FieldException problem(String text, String problem) {
    return new FieldException("occurred_at " + Quoted.of(text) + ": " + problem);
  }
}
