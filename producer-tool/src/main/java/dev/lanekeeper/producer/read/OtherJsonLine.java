package dev.lanekeeper.producer.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.producer.read.JsonObject.MalformedObjectException;
import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.producer.record.Position;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** Lines of other data: each any JSON object, sent as it stands. Immutable. */
final class OtherJsonLine implements JsonLine {
  private final FieldNames fields;

  OtherJsonLine(FieldNames fields) {
    this.fields = fields;
  }

  @Override
  public Reading read(Position position, String line) throws MalformedObjectException {
    byte[] body = line.strip().getBytes(UTF_8);
    if (object(body) instanceof ObjectNode record) {
      return new Reading.FoundOther(position, fields.parse(record, body), fields.belonging(record));
    }
    throw new MalformedObjectException("no JSON object; write one object a line");
  }

  private static JsonNode object(byte[] body) throws MalformedObjectException {
    try {
      return CanonicalJson.read(body);
    } catch (JacksonException malformed) {
      throw new MalformedObjectException(JsonObjectParser.problem(malformed));
    }
  }
}
