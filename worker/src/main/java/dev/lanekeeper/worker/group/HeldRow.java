package dev.lanekeeper.worker.group;

/**
 * A held message with its place among the rows of its group. Immutable.
 *
 * @param position unique in the group and never used again, growing in the order in which messages
 *     were taken
 * @param triedBy who has begun to run it
 */
public record HeldRow(long position, HeldMessage message, TriedBy triedBy) {

  /** The same message after another run was put on record. */
  public HeldRow withAttempts(int attempts) {
    return new HeldRow(position, message.withAttempts(attempts), triedBy);
  }

  /** Whether this is the message of another row, with the same content and as many attempts. */
  public boolean isSame(HeldRow other) {
    return position == other.position
        && message.dedupKey().equals(other.message.dedupKey())
        && message.fingerprint().equals(other.message.fingerprint())
        && message.attempts() == other.message.attempts();
  }
}
