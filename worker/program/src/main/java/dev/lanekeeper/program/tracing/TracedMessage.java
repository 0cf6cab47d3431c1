package dev.lanekeeper.program.tracing;

import java.util.Map;
import java.util.Optional;

/**
 * What a span says of its message. Immutable.
 *
 * @param consumerGroup for whom it is received
 * @param messageId RocketMQ's id, once it has one
 * @param bodyBytes the length of its body
 */
public record TracedMessage(
    String topic,
    String messageGroup,
    Optional<String> consumerGroup,
    Optional<String> messageId,
    int bodyBytes,
    Map<String, String> properties) {}
