package dev.lanekeeper.api;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * Builds a message by hand, as a test of a handler needs it; in a worker messages come from the
 * broker. What is not set is absent; consumer group and topic are {@code test}, the attempt is the
 * first. Not thread-safe.
 */
public final class MessageBuilder {
  private final String messageGroup;
  private final DedupKey dedupKey;
  private final String type;
  private final Map<String, String> properties = new HashMap<>();
  private String consumerGroup = "test";
  private String topic = "test";
  private Optional<String> subject = Optional.empty();
  private Optional<OffsetDateTime> time = Optional.empty();
  private OptionalLong sequence = OptionalLong.empty();
  private boolean lastInSequence;
  private Optional<String> contentType = Optional.empty();
  private Optional<String> traceParent = Optional.empty();
  private byte[] body = {};
  private int attempt = 1;

  /** Begins a message with what each has. */
  public MessageBuilder(String messageGroup, DedupKey dedupKey, String type) {
    this.messageGroup = messageGroup;
    this.dedupKey = dedupKey;
    this.type = type;
  }

  public MessageBuilder consumerGroup(String value) {
    consumerGroup = value;
    return this;
  }

  public MessageBuilder topic(String value) {
    topic = value;
    return this;
  }

  public MessageBuilder subject(String value) {
    subject = Optional.of(value);
    return this;
  }

  public MessageBuilder time(OffsetDateTime value) {
    time = Optional.of(value);
    return this;
  }

  /** Its place in the group, from 1. */
  public MessageBuilder sequence(long value) {
    sequence = OptionalLong.of(value);
    return this;
  }

  /** The group ends with it. */
  public MessageBuilder lastInSequence() {
    lastInSequence = true;
    return this;
  }

  public MessageBuilder traceParent(String value) {
    traceParent = Optional.of(value);
    return this;
  }

  /** One more of the properties that it arrived with. */
  public MessageBuilder property(String name, String value) {
    properties.put(name, value);
    return this;
  }

  /** The body, and its media type. */
  public MessageBuilder body(String mediaType, byte[] bytes) {
    contentType = Optional.of(mediaType);
    body = bytes.clone();
    return this;
  }

  /** The body as JSON. */
  public MessageBuilder json(String text) {
    return body(MessageAttributes.JSON, text.getBytes(UTF_8));
  }

  /** Which run of the handler it is, from 1. */
  public MessageBuilder attempt(int number) {
    attempt = number;
    return this;
  }

  /** The message. */
  public Message build() {
    return new Message(
        consumerGroup,
        topic,
        messageGroup,
        dedupKey,
        type,
        subject,
        time,
        sequence,
        lastInSequence,
        contentType,
        traceParent,
        properties,
        body,
        dedupKey.toString(),
        attempt);
  }
}
