package dev.lanekeeper.worker.message;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A message as the broker delivered it, before anybody has made sense of it: what is kept when it
 * cannot be applied. Immutable, but for the body's bytes, which nobody may change.
 *
 * @param topic where it came from
 * @param messageGroup its ordering key; empty when it has none, which a FIFO topic never sends
 * @param tag the RocketMQ tag
 * @param keys the RocketMQ keys joined by spaces, as the broker stores them
 * @param properties the user properties, byte for byte
 * @param body the raw bytes
 * @param messageId RocketMQ's id of this copy
 * @param deliveryAttempt the broker's count of deliveries, from 1; a signal, never a truth
 * @param bornAt when the sender's client built it
 */
public record RawMessage(
    String topic,
    String messageGroup,
    @Nullable String tag,
    String keys,
    Map<String, String> properties,
    byte[] body,
    String messageId,
    int deliveryAttempt,
    Instant bornAt) {

  /**
   * A property that is added to a message whose body does not match its checksum, and kept with it,
   * so that no later pass takes the bytes for good.
   */
  public static final String DAMAGED = "lanekeeper-damaged";

  public RawMessage {
    properties = Map.copyOf(properties);
  }

  @Override
  public String toString() {
    return "message " + messageId + " of group " + messageGroup + " in topic " + topic;
  }
}
