package dev.lanekeeper.producer.record;

import java.util.regex.Pattern;

/** The rule for sequence numbers: a whole number from 1. */
final class SequenceNumber {
  private static final Pattern WHOLE = Pattern.compile("[1-9]\\d{0,17}");

  private SequenceNumber() {}

  static long parse(String field, String text) throws FieldException {
    if (!WHOLE.matcher(text).matches()) {
      throw new FieldException(
          field + " " + Quoted.of(text) + ": not a whole number from 1; write 1, 2, 3 and so on");
    }
    return Long.parseLong(text);
  }
}
