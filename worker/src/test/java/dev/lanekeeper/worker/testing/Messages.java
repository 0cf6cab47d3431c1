package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.worker.message.RawMessage;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;

/** Messages as a broker delivers them. */
public final class Messages {
  private Messages() {}

  /** A message of the contract, whose content depends on its group and sequence alone. */
  public static RawMessage sequenced(String group, long sequence) {
    return sequenced(group, sequence, "{\"group\":\"" + group + "\",\"n\":" + sequence + "}");
  }

  public static RawMessage sequenced(String group, long sequence, String json) {
    Map<String, String> properties = attributes(group, Long.toString(sequence));
    properties.put("sequence", Long.toString(sequence));
    return raw(group, properties, json, 1);
  }

  /** The last message of its group. */
  public static RawMessage last(String group, long sequence) {
    RawMessage message = sequenced(group, sequence);
    Map<String, String> properties = new HashMap<>(message.properties());
    properties.put("lastinsequence", "true");
    return raw(group, properties, new String(message.body(), UTF_8), 1);
  }

  public static RawMessage unsequenced(String group, String id) {
    return raw(group, attributes(group, id), "{\"id\":\"" + id + "\"}", 1);
  }

  /** The same message, delivered again. */
  public static RawMessage again(RawMessage message, int deliveryAttempt) {
    return new RawMessage(
        message.topic(),
        message.messageGroup(),
        message.tag(),
        message.keys(),
        message.properties(),
        message.body(),
        message.messageId(),
        deliveryAttempt,
        message.bornAt());
  }

  /** The same message, sent under another group. */
  public static RawMessage under(String group, RawMessage message) {
    return raw(group, new HashMap<>(message.properties()), new String(message.body(), UTF_8), 1);
  }

  /** The message with one property changed, or without it where the value is empty. */
  public static RawMessage with(RawMessage message, String property, String value) {
    Map<String, String> properties = new HashMap<>(message.properties());
    if (value.isEmpty()) {
      properties.remove(property);
    } else {
      properties.put(property, value);
    }
    return raw(message.messageGroup(), properties, new String(message.body(), UTF_8), 1);
  }

  private static Map<String, String> attributes(String group, String id) {
    Map<String, String> properties = new HashMap<>();
    properties.put("CE_specversion", "1.0");
    properties.put("CE_source", "/test/" + group);
    properties.put("CE_id", id);
    properties.put("CE_type", "test.v1");
    properties.put("CE_contenttype", "application/json");
    return properties;
  }

  private static RawMessage raw(
      String group, Map<String, String> properties, String body, int deliveryAttempt) {
    return new RawMessage(
        "test",
        group,
        "tag",
        "key-" + group,
        properties,
        body.getBytes(UTF_8),
        UUID.randomUUID().toString(),
        deliveryAttempt,
        Instant.parse("2026-11-30T00:00:00Z"));
  }
}
