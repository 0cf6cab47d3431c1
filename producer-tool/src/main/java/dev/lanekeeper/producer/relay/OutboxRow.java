package dev.lanekeeper.producer.relay;

import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * A message that an application has committed and nobody has marked as sent. Immutable, but for the
 * body's bytes, which nobody may change.
 *
 * @param number its place among all rows, in the order in which they were inserted
 * @param sequence its place in its message group, from 1, in the order of the commits
 * @param lastSent the sequence up to which its group is confirmed; 0 when nothing is
 */
record OutboxRow(
    long number,
    String messageGroup,
    long sequence,
    long lastSent,
    String source,
    String eventId,
    String type,
    Optional<String> subject,
    Optional<OffsetDateTime> eventTime,
    String contentType,
    Optional<String> tag,
    boolean lastInSequence,
    Optional<String> traceParent,
    byte[] body) {

  /** As errors and log lines call it. */
  @Override
  public String toString() {
    return "outbox row of message group '%s' with sequence %d".formatted(messageGroup, sequence);
  }
}
