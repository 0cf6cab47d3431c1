package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.read.JsonObject.MalformedObjectException;
import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.producer.record.RawValue;
import dev.lanekeeper.producer.record.RawValue.Kind;
import io.cloudevents.core.builder.CloudEventBuilder;
import io.cloudevents.rw.CloudEventRWException;
import io.cloudevents.types.Time;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.EnumMap;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the ledger record out of a CloudEvent in JSON (CloudEvents 1.0, JSON event format). The
 * event must be a right one, checked by the CloudEvents SDK, but its id and source are not sent: a
 * message's dedup key is made of the record. Stateless.
 */
final class CloudEventJson {
  private CloudEventJson() {}

  /** No field of a ledger record has these names. */
  static boolean isOne(JsonObject object) {
    return object.has("specversion")
        || object.has("data")
        || object.has("data_base64")
        || (object.has("source") && object.has("type"));
  }

  static Map<Field, RawValue> record(JsonObject event) throws MalformedObjectException {
    checkAttributes(event);
    if (event.has("data") && event.has("data_base64")) {
      throw new MalformedObjectException("CloudEvent with data and data_base64; keep one");
    }
    String contentType = event.text("datacontenttype");
    if (contentType != null && !isJson(contentType)) {
      throw new MalformedObjectException(
          "CloudEvent with datacontenttype '%s'; write the record as application/json"
              .formatted(contentType));
    }
    Map<Field, RawValue> values = new EnumMap<>(JsonRecord.fields(data(event)));
    String time = event.text("time");
    if (time != null) {
      values.putIfAbsent(Field.OCCURRED_AT, new RawValue(time, Kind.TEXT));
    }
    return values;
  }

  private static JsonObject data(JsonObject event) throws MalformedObjectException {
    JsonObject data = event.nested().get("data");
    if (data != null) {
      return data;
    }
    String encoded = event.text("data_base64");
    if (encoded == null) {
      throw new MalformedObjectException(
          event.has("data")
              ? "CloudEvent whose data is no object; write the record there"
              : "CloudEvent without data; write the record there");
    }
    try {
      return JsonObjectParser.parse(text(Base64.getDecoder().decode(encoded)));
    } catch (IllegalArgumentException notBase64) {
      throw new MalformedObjectException("CloudEvent whose data_base64 is not base64");
    }
  }

  /** Strictly, as the file itself: a replacement character would be other data. */
  private static String text(byte[] data) throws MalformedObjectException {
    ByteBuffer bytes = ByteBuffer.wrap(data);
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes).toString();
    } catch (CharacterCodingException malformed) {
      throw new MalformedObjectException(
          "CloudEvent whose data_base64 is not UTF-8: byte %d of what it encodes; encode UTF-8"
              .formatted(bytes.position() + 1));
    }
  }

  private static void checkAttributes(JsonObject event) throws MalformedObjectException {
    if (!"1.0".equals(event.text("specversion"))) {
      throw new MalformedObjectException("CloudEvent without specversion 1.0; write it");
    }
    for (String name : new String[] {"id", "source", "type"}) {
      if (event.text(name) == null) {
        throw new MalformedObjectException(
            "CloudEvent without %s, or an empty one; write it".formatted(name));
      }
    }
    try {
      CloudEventBuilder builder =
          CloudEventBuilder.v1()
              .withId(required(event.text("id")))
              .withSource(URI.create(required(event.text("source"))))
              .withType(required(event.text("type")));
      String time = event.text("time");
      if (time != null) {
        builder.withTime(Time.parseTime("time", time));
      }
      builder.build();
    } catch (CloudEventRWException | IllegalArgumentException | IllegalStateException wrong) {
      throw new MalformedObjectException("no right CloudEvent: " + wrong.getMessage());
    }
  }

  private static String required(@Nullable String value) {
    return value == null ? "" : value;
  }

  private static boolean isJson(String contentType) {
    String type = contentType.split(";", 2)[0].strip().toLowerCase(Locale.ROOT);
    return type.endsWith("/json") || type.endsWith("+json");
  }
}
