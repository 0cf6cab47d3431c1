package dev.lanekeeper.worker.group;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.worker.message.ErrorText;
import dev.lanekeeper.worker.message.RawMessage;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A message that was taken off the broker without being applied, with everything that is needed to
 * process it later. Immutable.
 *
 * @param why why it is kept
 * @param dedupKey its identity
 * @param sequence its place in the group, where it has one
 * @param fingerprint of the payload, 64 hexadecimal digits
 * @param raw what the broker delivered
 * @param attempts how often the handler was started for it
 * @param lastError what went wrong last, for people
 */
public record HeldMessage(
    Why why,
    DedupKey dedupKey,
    OptionalLong sequence,
    String fingerprint,
    RawMessage raw,
    int attempts,
    Optional<String> lastError) {

  public HeldMessage {
    lastError = lastError.map(ErrorText::fitting);
  }

  /** The same message, kept for another reason. */
  public HeldMessage as(Why other) {
    return new HeldMessage(other, dedupKey, sequence, fingerprint, raw, attempts, lastError);
  }

  /** The same message, tried so often. */
  public HeldMessage withAttempts(int number) {
    return new HeldMessage(why, dedupKey, sequence, fingerprint, raw, number, lastError);
  }

  /** Whether its group ends with it. */
  public boolean isLast() {
    return "true".equals(raw.properties().get(MessageAttributes.LAST_IN_SEQUENCE));
  }
}
