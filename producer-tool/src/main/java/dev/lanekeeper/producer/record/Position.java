package dev.lanekeeper.producer.record;

import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * A place in a ledger file. Immutable.
 *
 * @param line the physical line, from 1
 * @param record the number of the record, from 1, where the line alone would be hard to find
 */
public record Position(Path file, long line, OptionalLong record) {

  public static Position ofLine(Path file, long line) {
    return new Position(file, line, OptionalLong.empty());
  }

  /** As errors begin: {@code ledger.csv: line 7}. */
  @Override
  public String toString() {
    return file
        + ": line "
        + line
        + (record.isPresent() ? " (record " + record.getAsLong() + ")" : "");
  }
}
