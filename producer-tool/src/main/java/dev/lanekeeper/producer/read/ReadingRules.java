package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.producer.record.NumberFormat;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * What a run declares about its files, since none of it is ever guessed. Immutable.
 *
 * @param format the format of all files, whatever their names; else the name tells
 * @param numbers how amounts are spelled in CSV and in JSON strings
 * @param otherData which fields are what, in records of other data; empty for ledgers
 */
public record ReadingRules(
    Charset encoding,
    Optional<InputFormat> format,
    NumberFormat numbers,
    Optional<FieldNames> otherData) {
  public static final ReadingRules DEFAULT =
      new ReadingRules(StandardCharsets.UTF_8, Optional.empty(), NumberFormat.DOT);

  /** The rules for ledgers. */
  public ReadingRules(Charset encoding, Optional<InputFormat> format, NumberFormat numbers) {
    this(encoding, format, numbers, Optional.empty());
  }
}
