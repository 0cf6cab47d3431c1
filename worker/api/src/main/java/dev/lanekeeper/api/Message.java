package dev.lanekeeper.api;

import java.time.OffsetDateTime;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One message as a handler sees it. Immutable, but for the body's bytes, which nobody may change.
 * Only the worker makes them; a test of a handler uses {@link MessageBuilder}, since a later
 * version may add a component.
 *
 * @param consumerGroup for whom it is processed; effects of two consumer groups never mix
 * @param topic where it came from
 * @param messageGroup its ordering key; messages of one group are handled one after the other
 * @param dedupKey its identity over every resend and redelivery
 * @param type the CloudEvents type, or the RocketMQ tag where the message is no CloudEvent
 * @param subject the CloudEvents subject
 * @param time when the event happened, as its sender says
 * @param sequence its place in the group, from 1; absent when arrival order is the order
 * @param lastInSequence whether the group ends with it
 * @param contentType the media type of the body
 * @param traceParent the W3C trace context it carries
 * @param properties every property it arrived with
 * @param body the raw bytes
 * @param messageId RocketMQ's id of this copy, for logs; never an identity
 * @param attempt which run of the handler this is, from 1
 */
public record Message(
    String consumerGroup,
    String topic,
    String messageGroup,
    DedupKey dedupKey,
    String type,
    Optional<String> subject,
    Optional<OffsetDateTime> time,
    OptionalLong sequence,
    boolean lastInSequence,
    Optional<String> contentType,
    Optional<String> traceParent,
    Map<String, String> properties,
    byte[] body,
    String messageId,
    int attempt) {

  public Message {
    properties = Map.copyOf(properties);
  }

  /** The same message in another run of the handler. */
  public Message withAttempt(int number) {
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
        messageId,
        number);
  }

  /** A property that it arrived with, by its exact name, such as {@code tracestate}. */
  public Optional<String> property(String name) {
    return Optional.ofNullable(properties.get(name));
  }

  /** The fingerprint of its payload. */
  public Fingerprint fingerprint() {
    return Fingerprint.of(contentType.orElse(null), body);
  }

  /** Two messages are the same when their dedup keys are; bodies are compared by fingerprint. */
  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof Message message
        && consumerGroup.equals(message.consumerGroup)
        && dedupKey.equals(message.dedupKey);
  }

  @Override
  public int hashCode() {
    return dedupKey.hashCode();
  }

  /** Names the message for a log line; never its body. */
  @Override
  public String toString() {
    return "message " + dedupKey + " of group " + messageGroup + " in topic " + topic;
  }
}
