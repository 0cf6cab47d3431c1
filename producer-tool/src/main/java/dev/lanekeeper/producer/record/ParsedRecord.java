package dev.lanekeeper.producer.record;

import java.util.List;

/** What became of a raw record. */
public sealed interface ParsedRecord {

  /** Each of its fields obeys its rule. */
  record Valid(FileRecord record) implements ParsedRecord {}

  /**
   * Some do not.
   *
   * @param problems one line each, without the position
   */
  record Invalid(List<String> problems) implements ParsedRecord {
    public Invalid {
      problems = List.copyOf(problems);
    }
  }
}
