package dev.lanekeeper.producer.record;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;

/**
 * A record as the file has it: only the fields that it gives a value. Immutable.
 *
 * @param position where it starts
 */
public record RawRecord(Position position, Map<Field, RawValue> values) {
  public RawRecord {
    values = Collections.unmodifiableMap(new EnumMap<>(values));
  }
}
