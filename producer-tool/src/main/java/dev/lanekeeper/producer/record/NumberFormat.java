package dev.lanekeeper.producer.record;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** How a run's files spell amounts: one way for all of them, declared and never guessed. */
public enum NumberFormat {
  /** 1234.56. */
  DOT("-?(0|[1-9]\\d*)(\\.\\d+)?", "1234.56"),
  /** 1234,56. */
  COMMA("-?(0|[1-9]\\d*)(,\\d+)?", "1234,56"),
  /** 1,234.56. */
  DOT_GROUPED("-?(0|[1-9]\\d{0,2}(,\\d{3})*)(\\.\\d+)?", "1,234.56"),
  /** 1.234,56. */
  COMMA_GROUPED("-?(0|[1-9]\\d{0,2}(\\.\\d{3})*)(,\\d+)?", "1.234,56");

  private final Pattern pattern;
  private final String example;

  NumberFormat(String pattern, String example) {
    this.pattern = Pattern.compile(pattern);
    this.example = example;
  }

  String example() {
    return example;
  }

  /** The amount with a dot and without grouping; empty when it is not spelled so. */
  Optional<String> plain(String text) {
    if (this == DOT && Digits.isDecimal(text)) {
      return Optional.of(text); // As nearly all are.
    }
    if (!pattern.matcher(text).matches()) {
      return Optional.empty();
    }
    return Optional.of(
        switch (this) {
          case DOT -> text;
          case COMMA -> text.replace(',', '.');
          case DOT_GROUPED -> text.replace(",", "");
          case COMMA_GROUPED -> text.replace(".", "").replace(',', '.');
        });
  }

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
