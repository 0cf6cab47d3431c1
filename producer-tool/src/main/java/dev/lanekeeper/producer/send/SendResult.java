package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.record.Position;
import java.util.Optional;

/**
 * How sending ended. Immutable.
 *
 * @param sent how many records the broker confirmed
 * @param failure why it stopped before the end
 */
public record SendResult(long sent, Optional<Failure> failure) {

  /**
   * The record that was not confirmed, after which none was sent.
   *
   * @param cause what the client said at the last try
   */
  public record Failure(Position position, String orderId, long sequence, Throwable cause) {}
}
