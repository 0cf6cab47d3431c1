package dev.lanekeeper.producer.record;

/** The rule for sequence numbers: a whole number from 1. */
final class SequenceNumber {
  private static final int DIGITS = 18;

  private SequenceNumber() {}

  static long parse(String field, String text) throws FieldException {
    if (!Digits.isWhole(text) || text.length() > DIGITS || text.equals("0")) {
      throw new FieldException(
          field + " " + Quoted.of(text) + ": not a whole number from 1; write 1, 2, 3 and so on");
    }
    return Long.parseLong(text);
  }
}
