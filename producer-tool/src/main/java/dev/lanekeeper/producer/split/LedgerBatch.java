package dev.lanekeeper.producer.split;

import java.util.Optional;

/**
 * A ledger message as it came: a batch of operations over many orders. Immutable, but for the
 * body's bytes, which nobody may change.
 *
 * @param messageGroup the ledger whose messages are taken one after the other
 * @param contentType what the body is, where the message says so
 * @param damaged whether the body does not match its checksum
 */
public record LedgerBatch(
    String messageId,
    String messageGroup,
    Optional<String> contentType,
    boolean damaged,
    byte[] body) {

  /** As errors and log lines call it. */
  @Override
  public String toString() {
    return "ledger message " + messageId;
  }
}
