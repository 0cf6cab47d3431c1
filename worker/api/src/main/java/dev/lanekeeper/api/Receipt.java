package dev.lanekeeper.api;

import dev.lanekeeper.api.internal.CanonicalJson;
import java.util.Optional;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a producer can show for one message: who it is, what it holds and, once the broker has
 * confirmed it, where it is stored. One line of a receipts file, which {@code producer-tool.jar}
 * writes and {@code worker.jar verify} compares with the inbox. Immutable.
 *
 * @param sequence its place in its message group, from 1
 * @param fingerprint as {@link Fingerprint} has it
 * @param stored where the broker stored it; empty when it was not sent by whoever wrote the receipt
 */
public record Receipt(
    DedupKey dedupKey,
    String messageGroup,
    long sequence,
    String fingerprint,
    Optional<Stored> stored) {

  /** What the broker answered. Immutable. */
  public record Stored(String messageId, int queue, long offset) {}

  /** One line of JSON in UTF-8, without the line's end. */
  public byte[] json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("source", dedupKey.source());
    json.put("id", dedupKey.id());
    json.put("group", messageGroup);
    json.put("sequence", sequence);
    json.put("fingerprint", fingerprint);
    stored.ifPresent(
        place -> {
          json.put("message_id", place.messageId());
          json.put("queue", place.queue());
          json.put("offset", place.offset());
        });
    return CanonicalJson.write(json);
  }

  /**
   * Reads what {@link #json} wrote.
   *
   * @throws IllegalArgumentException when the line is none, with what is wrong
   */
  public static Receipt read(byte[] line) {
    JsonNode json = parse(line);
    return new Receipt(
        new DedupKey(text(json, "source"), text(json, "id")),
        text(json, "group"),
        number(json, "sequence"),
        text(json, "fingerprint"),
        json.has("message_id") ? Optional.of(stored(json)) : Optional.empty());
  }

  private static Stored stored(JsonNode json) {
    return new Stored(
        text(json, "message_id"), (int) number(json, "queue"), number(json, "offset"));
  }

  private static JsonNode parse(byte[] line) {
    try {
      return CanonicalJson.read(line);
    } catch (JacksonException malformed) {
      throw new IllegalArgumentException("no JSON object", malformed);
    }
  }

  private static String text(JsonNode json, String name) {
    JsonNode value = json.path(name);
    if (!value.isString()) {
      throw new IllegalArgumentException("no text in \"" + name + "\"");
    }
    return value.stringValue();
  }

  private static long number(JsonNode json, String name) {
    JsonNode value = json.path(name);
    if (!value.isIntegralNumber() || !value.canConvertToLong()) {
      throw new IllegalArgumentException("no whole number in \"" + name + "\"");
    }
    return value.longValue();
  }
}
