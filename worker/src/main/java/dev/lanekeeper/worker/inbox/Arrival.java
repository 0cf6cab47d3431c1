package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.message.RawMessage;
import java.util.OptionalLong;

/**
 * A decoded message on its way into the inbox. Immutable.
 *
 * @param message what it means
 * @param raw what the broker delivered
 * @param fingerprint of the payload, 64 hexadecimal digits
 * @param heldPosition its place among the held messages of its group, when it comes from there
 */
public record Arrival(
    Message message, RawMessage raw, String fingerprint, OptionalLong heldPosition) {

  /** A message that the broker delivered. */
  public static Arrival of(Message message, RawMessage raw) {
    return new Arrival(message, raw, message.fingerprint().hex(), OptionalLong.empty());
  }

  /** A message that was held. */
  public static Arrival held(Message message, RawMessage raw, long position) {
    return new Arrival(message, raw, message.fingerprint().hex(), OptionalLong.of(position));
  }

  /** By how many its settling lowers the number of held messages. */
  public int heldBefore() {
    return heldPosition.isPresent() ? 1 : 0;
  }
}
