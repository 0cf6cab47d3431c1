package dev.lanekeeper.producer.relay;

import java.time.Duration;
import java.util.Optional;

/**
 * How a relay works. Immutable.
 *
 * @param page rows that are read, sent and marked together, at most
 * @param poll how long to wait when there is nothing to send, or another relay is active
 * @param lease for how long the others wait when the active relay is silent
 * @param retention after how long sent rows are removed; empty for never
 * @param untilIdle ends an active relay that has had nothing to send for so long
 */
public record RelaySettings(
    String topic,
    int page,
    Duration poll,
    Duration lease,
    Optional<Duration> retention,
    Optional<Duration> untilIdle) {}
