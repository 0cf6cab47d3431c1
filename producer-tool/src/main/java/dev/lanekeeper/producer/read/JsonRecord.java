package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.read.JsonObject.MalformedObjectException;
import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.producer.record.RawValue;
import java.util.EnumMap;
import java.util.Map;

/** Takes the fields of a record out of a JSON object, or out of the CloudEvent that it is. */
final class JsonRecord {
  private JsonRecord() {}

  static Map<Field, RawValue> of(JsonObject object) throws MalformedObjectException {
    return CloudEventJson.isOne(object) ? CloudEventJson.record(object) : fields(object);
  }

  static Map<Field, RawValue> fields(JsonObject object) throws MalformedObjectException {
    Map<Field, RawValue> values = new EnumMap<>(Field.class);
    for (String name : object.names().keySet()) {
      Field field =
          Field.of(name)
              .orElseThrow(() -> new MalformedObjectException(UnknownField.problem("key", name)));
      if (object.nested().containsKey(name)) {
        throw new MalformedObjectException(
            "key '" + name + "' holds an object or array; write a plain value");
      }
      RawValue value = object.plain().get(name);
      if (value != null) {
        values.put(field, value);
      }
    }
    return values;
  }
}
