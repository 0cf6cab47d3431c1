package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.program.settings.Suggestion;

/** What to do about a name that is no field's. Stateless. */
final class UnknownField {
  private UnknownField() {}

  /**
   * Says what is wrong, and the field that may be meant.
   *
   * @param kind what has the name: column or key
   */
  static String problem(String kind, String name) {
    String meant = Suggestion.didYouMean(name, Field.labels());
    return "unknown " + kind + " '" + name + "'" + (meant.isEmpty() ? "; leave it out" : meant);
  }
}
