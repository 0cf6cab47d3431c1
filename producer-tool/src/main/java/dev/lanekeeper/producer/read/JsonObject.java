package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.RawValue;
import dev.lanekeeper.producer.record.RawValue.Kind;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;

/**
 * A JSON object whose values are plain, or objects of such values. A number keeps its spelling and
 * never passes through double; null and the empty string count as absent. Immutable.
 *
 * @param names of all its keys, also of those without a value, in the order of the text
 * @param nested the values that are objects
 */
record JsonObject(
    Map<String, Boolean> names, Map<String, RawValue> plain, Map<String, JsonObject> nested) {

  boolean has(String name) {
    return names.containsKey(name);
  }

  @Nullable String text(String name) {
    RawValue value = plain.get(name);
    return value == null ? null : value.text();
  }

  /** Reads the object that the parser stands at, to its end, whatever is wrong with it. */
  static JsonObject read(JsonParser parser, Problems problems) {
    JsonObject object =
        new JsonObject(new LinkedHashMap<>(), new LinkedHashMap<>(), new LinkedHashMap<>());
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (object.names.put(name, true) != null) {
        problems.note("key '" + name + "' stands twice; leave one out");
      }
      object.value(name, parser.nextToken(), parser, problems);
    }
    return object;
  }

  private void value(String name, JsonToken token, JsonParser parser, Problems problems) {
    switch (token) {
      case VALUE_STRING -> {
        if (!parser.getString().isEmpty()) {
          plain.put(name, new RawValue(parser.getString(), Kind.TEXT));
        }
      }
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT ->
          plain.put(name, new RawValue(parser.getString(), Kind.NUMBER));
      case VALUE_TRUE, VALUE_FALSE ->
          plain.put(name, new RawValue(parser.getString(), Kind.BOOLEAN));
      case START_OBJECT -> nested.put(name, read(parser, problems));
      case START_ARRAY -> {
        parser.skipChildren();
        nested.put(name, new JsonObject(Map.of(), Map.of(), Map.of()));
      }
      case VALUE_NULL,
          END_OBJECT,
          END_ARRAY,
          PROPERTY_NAME,
          VALUE_EMBEDDED_OBJECT,
          NOT_AVAILABLE -> {}
    }
  }

  /** Where problems go; the first one of an object is told. */
  static final class Problems {
    private @Nullable String first;

    void note(String problem) {
      if (first == null) {
        first = problem;
      }
    }

    void mustBeNone() throws MalformedObjectException {
      if (first != null) {
        throw new MalformedObjectException(first);
      }
    }
  }

  /** Says why an object is no record. */
  static final class MalformedObjectException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String problem;

    MalformedObjectException(String problem) {
      super(problem, null, false, false);
      this.problem = problem;
    }

    String problem() {
      return problem;
    }
  }
}
