package dev.lanekeeper.worker.message;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.MessageAttributes;
import org.jspecify.annotations.Nullable;

/**
 * Where the stable id of a message stands. CloudEvents carry their own; for other messages the
 * topic is the source and the rule names the id.
 */
public sealed interface DedupKeyRule {

  /**
   * Returns the dedup key of a message.
   *
   * @throws UndecodableMessageException when the message has none where the rule looks for it
   */
  DedupKey of(RawMessage raw);

  /** The CloudEvents attributes {@code source} and {@code id}. */
  record CloudEvent() implements DedupKeyRule {
    @Override
    public DedupKey of(RawMessage raw) {
      return new DedupKey(
          required(MessageAttributes.SOURCE, raw.properties().get(MessageAttributes.SOURCE)),
          required(MessageAttributes.ID, raw.properties().get(MessageAttributes.ID)));
    }
  }

  /** RocketMQ's message id: another one for each message built, so a resend is a new message. */
  record MessageId() implements DedupKeyRule {
    @Override
    public DedupKey of(RawMessage raw) {
      return new DedupKey(raw.topic(), required("message id", raw.messageId()));
    }
  }

  /** The RocketMQ keys of the message, all of them, as they are stored. */
  record Keys() implements DedupKeyRule {
    @Override
    public DedupKey of(RawMessage raw) {
      return new DedupKey(raw.topic(), required("message key", raw.keys()));
    }
  }

  /** A user property. */
  record Property(String name) implements DedupKeyRule {
    @Override
    public DedupKey of(RawMessage raw) {
      return new DedupKey(raw.topic(), required(name, raw.properties().get(name)));
    }
  }

  /**
   * Reads a rule as it is written in the settings.
   *
   * @throws IllegalArgumentException when it is none of {@code cloudevents, message-id, key,
   *     property:NAME}
   */
  static DedupKeyRule parse(String text) {
    return switch (text) {
      case "cloudevents" -> new CloudEvent();
      case "message-id" -> new MessageId();
      case "key" -> new Keys();
      default -> {
        if (!text.startsWith("property:") || text.length() == "property:".length()) {
          throw new IllegalArgumentException(
              "\"" + text + "\": write cloudevents, message-id, key or property:NAME");
        }
        yield new Property(text.substring("property:".length()));
      }
    };
  }

  private static String required(String name, @Nullable String value) {
    if (value == null || value.isBlank()) {
      throw new UndecodableMessageException(
          "no " + name + ": the message has no stable id; see --dedup-key");
    }
    return value;
  }
}
