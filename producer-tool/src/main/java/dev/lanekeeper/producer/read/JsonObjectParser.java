package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.read.JsonObject.MalformedObjectException;
import dev.lanekeeper.producer.read.JsonObject.Problems;
import java.io.Reader;
import tools.jackson.core.JacksonException;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.StreamReadConstraints;
import tools.jackson.core.exc.UnexpectedEndOfInputException;
import tools.jackson.core.json.JsonFactory;

/** Reads one JSON object that is all of a text. Thread-safe. */
final class JsonObjectParser {
  /** No record is longer than a message may be. */
  private static final StreamReadConstraints LIMITS =
      StreamReadConstraints.builder().maxStringLength(8 * 1024 * 1024).maxNestingDepth(20).build();

  private static final JsonFactory FACTORY =
      JsonFactory.builder().streamReadConstraints(LIMITS).build();

  private JsonObjectParser() {}

  static JsonParser parser(Reader reader) {
    return FACTORY.createParser(ObjectReadContext.empty(), reader);
  }

  static JsonObject parse(String line) throws MalformedObjectException {
    try (JsonParser parser = FACTORY.createParser(ObjectReadContext.empty(), line)) {
      JsonToken first = parser.nextToken();
      if (first != JsonToken.START_OBJECT) {
        throw new MalformedObjectException(
            first == JsonToken.START_ARRAY
                ? "a JSON array; write one object a line, or name the file .json"
                : "no JSON object; write one object a line");
      }
      Problems problems = new Problems();
      JsonObject object = JsonObject.read(parser, problems);
      problems.mustBeNone();
      if (parser.nextToken() != null) {
        throw new MalformedObjectException(
            "text behind the object (column %d); write one object a line"
                .formatted(parser.currentTokenLocation().getColumnNr()));
      }
      return object;
    } catch (UnexpectedEndOfInputException torn) {
      throw new MalformedObjectException(
          "the object has no end; is the file cut off, or the object on several lines?");
    } catch (JacksonException malformed) {
      throw new MalformedObjectException(problem(malformed));
    }
  }

  static String problem(JacksonException malformed) {
    return "no JSON: %s (column %d)"
        .formatted(malformed.getOriginalMessage(), malformed.getLocation().getColumnNr());
  }
}
