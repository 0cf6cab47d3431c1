package dev.lanekeeper.worker.message;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageAttributes;
import java.time.DateTimeException;
import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * Makes sense of a raw message by the message contract (design.md). Nothing is repaired: what
 * breaks the contract is undecodable, with the reason. Immutable and thread-safe.
 *
 * <p>The limits on lengths are those of the database's keys, in UTF-8 bytes, so that an id is never
 * cut and a message that cannot be recorded is refused before anything is done.
 */
public final class Decoder {
  private static final int MAX_SOURCE_BYTES = 1000;
  private static final int MAX_ID_BYTES = 250;
  private static final int MAX_GROUP_BYTES = 250;

  private final String consumerGroup;
  private final DedupKeyRule dedupKeyRule;

  public Decoder(String consumerGroup, DedupKeyRule dedupKeyRule) {
    this.consumerGroup = consumerGroup;
    this.dedupKeyRule = dedupKeyRule;
  }

  /**
   * Decodes a message.
   *
   * @throws UndecodableMessageException when it breaks the contract
   */
  public Message decode(RawMessage raw) {
    Map<String, String> properties = raw.properties();
    if (properties.containsKey(RawMessage.DAMAGED)) {
      throw new UndecodableMessageException("its body does not match its checksum");
    }
    if (raw.messageGroup().isEmpty()) {
      throw new UndecodableMessageException("no message group: was it sent to a FIFO topic?");
    }
    bounded("message group", raw.messageGroup(), MAX_GROUP_BYTES);
    DedupKey dedupKey = dedupKeyRule.of(raw);
    bounded("source", dedupKey.source(), MAX_SOURCE_BYTES);
    bounded("id", dedupKey.id(), MAX_ID_BYTES);
    return new Message(
        consumerGroup,
        raw.topic(),
        raw.messageGroup(),
        dedupKey,
        type(raw),
        Optional.ofNullable(properties.get(MessageAttributes.SUBJECT)),
        time(properties.get(MessageAttributes.TIME)),
        sequence(properties.get(MessageAttributes.SEQUENCE)),
        last(properties.get(MessageAttributes.LAST_IN_SEQUENCE)),
        Optional.ofNullable(properties.get(MessageAttributes.CONTENT_TYPE)),
        Optional.ofNullable(properties.get(MessageAttributes.TRACE_PARENT)),
        properties,
        raw.body(),
        raw.messageId(),
        1);
  }

  /**
   * The message under which an undecodable one is recorded: identified by its one copy, and without
   * a place in its group.
   */
  public Message undecodable(RawMessage raw) {
    return new Message(
        consumerGroup,
        raw.topic(),
        raw.messageGroup(),
        new DedupKey(raw.topic(), raw.messageId()),
        "",
        Optional.empty(),
        Optional.empty(),
        OptionalLong.empty(),
        false,
        Optional.empty(),
        Optional.empty(),
        raw.properties(),
        raw.body(),
        raw.messageId(),
        1);
  }

  private String type(RawMessage raw) {
    String type = raw.properties().get(MessageAttributes.TYPE);
    if (dedupKeyRule instanceof DedupKeyRule.CloudEvent) {
      String version = raw.properties().get(MessageAttributes.SPEC_VERSION);
      if (!"1.0".equals(version)) {
        throw new UndecodableMessageException(
            MessageAttributes.SPEC_VERSION + " is " + quoted(version) + ", not \"1.0\"");
      }
      if (type == null || type.isBlank()) {
        throw new UndecodableMessageException("no " + MessageAttributes.TYPE);
      }
    }
    if (type != null) {
      return type;
    }
    return raw.tag() == null ? "" : raw.tag();
  }

  private static OptionalLong sequence(@Nullable String text) {
    if (text == null) {
      return OptionalLong.empty();
    }
    if (!text.matches("[1-9][0-9]{0,17}")) {
      throw new UndecodableMessageException(
          "sequence is " + quoted(text) + ": a decimal integer from 1 is expected");
    }
    return OptionalLong.of(Long.parseLong(text));
  }

  private static boolean last(@Nullable String text) {
    if (text == null || text.equals("false")) {
      return false;
    }
    if (text.equals("true")) {
      return true;
    }
    throw new UndecodableMessageException(
        MessageAttributes.LAST_IN_SEQUENCE + " is " + quoted(text) + ": true or false is expected");
  }

  private static Optional<OffsetDateTime> time(@Nullable String text) {
    if (text == null) {
      return Optional.empty();
    }
    try {
      return Optional.of(OffsetDateTime.parse(text));
    } catch (DateTimeException malformed) {
      throw new UndecodableMessageException(
          MessageAttributes.TIME + " is " + quoted(text) + ": RFC 3339 with an offset is expected",
          malformed);
    }
  }

  private static void bounded(String name, String value, int maxBytes) {
    int bytes = value.getBytes(UTF_8).length;
    if (bytes > maxBytes) {
      throw new UndecodableMessageException(
          name + " has " + bytes + " bytes; at most " + maxBytes + " can be recorded");
    }
    if (value.indexOf('\0') >= 0) {
      throw new UndecodableMessageException(name + " contains a NUL character");
    }
  }

  private static String quoted(@Nullable String text) {
    return text == null ? "missing" : "\"" + text + "\"";
  }
}
