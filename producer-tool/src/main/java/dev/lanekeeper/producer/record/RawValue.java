package dev.lanekeeper.producer.record;

/**
 * A field's value as the file spells it. Immutable.
 *
 * @param text the characters, without a JSON string's quotes and escapes
 * @param kind what the file says it is
 */
public record RawValue(String text, Kind kind) {

  /** What a value can be. */
  public enum Kind {
    /** A CSV field, which can be anything. */
    UNTYPED,
    /** A JSON string. */
    TEXT,
    /** A JSON number, in its own spelling. */
    NUMBER,
    /** A JSON {@code true} or {@code false}. */
    BOOLEAN
  }
}
