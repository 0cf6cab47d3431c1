package dev.lanekeeper.worker.observe;

import static ch.qos.logback.core.encoder.JsonEscapeUtil.jsonEscapeString;

import ch.qos.logback.classic.encoder.JsonEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.slf4j.event.KeyValuePair;

/**
 * Logback's JSON encoder, with the fields of an event beside the others instead of in a list.
 * Thread-safe.
 */
final class EventJsonEncoder extends JsonEncoder {
  private final Map<String, String> ofEachLine;

  /**
   * @param ofEachLine fields that every line has, unless it has others of the name itself
   */
  EventJsonEncoder(Map<String, String> ofEachLine) {
    this.ofEachLine = Map.copyOf(ofEachLine);
    setWithContext(false);
    setWithSequenceNumber(false);
    setWithNanoseconds(false);
    setWithMarkers(false);
    setWithMDC(false);
    setWithKVPList(false);
    setWithArguments(false);
    setWithMessage(false);
    setWithFormattedMessage(true);
  }

  @Override
  protected void appendCustomFields(StringBuilder line, ILoggingEvent event) {
    Map<String, Object> fields = new LinkedHashMap<>(ofEachLine);
    List<KeyValuePair> pairs = event.getKeyValuePairs();
    if (pairs != null) {
      pairs.forEach(pair -> fields.put(pair.key, String.valueOf(pair.value)));
      pairs.stream()
          .filter(pair -> pair.value instanceof Number)
          .forEach(pair -> fields.put(pair.key, pair.value));
    }
    fields.forEach(
        (name, value) -> {
          line.append(",\"").append(jsonEscapeString(name)).append("\":");
          if (value instanceof Number) {
            line.append(value);
          } else {
            line.append('"').append(jsonEscapeString(value.toString())).append('"');
          }
        });
  }
}
