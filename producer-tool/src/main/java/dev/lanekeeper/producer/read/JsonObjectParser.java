package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.producer.record.RawValue;
import dev.lanekeeper.producer.record.RawValue.Kind;
import dev.lanekeeper.program.settings.Suggestion;
import java.util.EnumMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/**
 * Reads one JSON object of plain values. A number keeps its spelling and never passes through
 * double; null and the empty string count as absent. Thread-safe.
 */
final class JsonObjectParser {
  private static final JsonFactory FACTORY = JsonFactory.builder().build();

  private JsonObjectParser() {}

  static Map<Field, RawValue> parse(String line) throws MalformedObjectException {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
      return object(parser);
    } catch (UnexpectedEndOfInputException torn) {
      throw new MalformedObjectException(
          "the object has no end; is the file cut off, or the object on several lines?");
    } catch (JacksonException malformed) {
      throw new MalformedObjectException(
          "no JSON: %s (column %d)"
              .formatted(malformed.getOriginalMessage(), malformed.getLocation().getColumnNr()));
    }
  }

  private static Map<Field, RawValue> object(JsonParser parser) throws MalformedObjectException {
    JsonToken first = parser.nextToken();
    if (first != JsonToken.START_OBJECT) {
      throw new MalformedObjectException(
          first == JsonToken.START_ARRAY
              ? "a JSON array; write one object a line, without brackets and commas between"
              : "no JSON object; write one object a line");
    }
    Map<Field, RawValue> values = new EnumMap<>(Field.class);
    Set<String> names = new HashSet<>();
    while (parser.nextToken() != JsonToken.END_OBJECT) {
      String name = parser.currentName();
      if (!names.add(name)) {
        throw new MalformedObjectException("key '" + name + "' stands twice; leave one out");
      }
      Field field = field(name);
      RawValue value = value(name, parser.nextToken(), parser);
      if (value != null) {
        values.put(field, value);
      }
    }
    if (parser.nextToken() != null) {
      throw new MalformedObjectException(
          "text behind the object (column %d); write one object a line"
              .formatted(parser.currentTokenLocation().getColumnNr()));
    }
    return values;
  }

  private static Field field(String name) throws MalformedObjectException {
    Optional<Field> field = Field.of(name);
    if (field.isEmpty()) {
      throw new MalformedObjectException(
          "unknown key '" + name + "'" + Suggestion.didYouMean(name, Field.labels()));
    }
    return field.get();
  }

  private static @Nullable RawValue value(String name, JsonToken token, JsonParser parser)
      throws MalformedObjectException {
    return switch (token) {
      case VALUE_STRING ->
          parser.getString().isEmpty() ? null : new RawValue(parser.getString(), Kind.TEXT);
      case VALUE_NUMBER_INT, VALUE_NUMBER_FLOAT -> new RawValue(parser.getString(), Kind.NUMBER);
      case VALUE_TRUE, VALUE_FALSE -> new RawValue(parser.getString(), Kind.BOOLEAN);
      case VALUE_NULL -> null;
      case START_OBJECT,
          START_ARRAY,
          END_OBJECT,
          END_ARRAY,
          PROPERTY_NAME,
          VALUE_EMBEDDED_OBJECT,
          NOT_AVAILABLE ->
          throw new MalformedObjectException(
              "key '" + name + "' holds an object or array; write a plain value");
    };
  }

  /** Says why a line is no object of plain values. */
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
