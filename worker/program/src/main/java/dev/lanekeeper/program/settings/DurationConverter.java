package dev.lanekeeper.program.settings;

import java.time.Duration;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Reads {@code 500ms}, {@code 5s}, {@code 2m}, {@code 1h}, {@code 7d} and ISO 8601's {@code PT...}.
 */
public final class DurationConverter implements ITypeConverter<Duration> {
  private static final Pattern SHORT = Pattern.compile("(\\d{1,18})(ms|s|m|h|d)");
  private static final Map<String, ChronoUnit> UNITS =
      Map.of(
          "ms", ChronoUnit.MILLIS,
          "s", ChronoUnit.SECONDS,
          "m", ChronoUnit.MINUTES,
          "h", ChronoUnit.HOURS,
          "d", ChronoUnit.DAYS);

  /**
   * Reads a duration of zero or more.
   *
   * @throws TypeConversionException when the text is none
   */
  @Override
  public Duration convert(String text) {
    try {
      Matcher matcher = SHORT.matcher(text.toLowerCase(Locale.ROOT));
      Duration duration =
          matcher.matches()
              ? Duration.of(Long.parseLong(matcher.group(1)), UNITS.get(matcher.group(2)))
              : Duration.parse(text);
      if (!duration.isNegative()) {
        return duration;
      }
    } catch (DateTimeParseException | ArithmeticException notADuration) {
      // Told below, with what would be one.
    }
    throw new TypeConversionException(
        "'" + text + "' is not a duration; write 500ms, 5s, 2m, 1h, 7d or PT1M30S");
  }
}
