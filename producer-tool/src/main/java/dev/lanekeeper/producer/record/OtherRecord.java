package dev.lanekeeper.producer.record;

import java.util.OptionalLong;
import java.util.function.Function;

/**
 * A record of other data than a ledger's. Immutable, but for the body's bytes, which nobody may
 * change.
 *
 * @param id unique among all records of its type
 * @param type what CloudEvents calls so; also the tag
 * @param body all of the record, in JSON
 */
public record OtherRecord(
    String messageGroup, String id, OptionalLong sequence, String type, byte[] body)
    implements FileRecord {

  @Override
  public <T> T choose(Function<LedgerRecord, T> ledger, Function<OtherRecord, T> other) {
    return other.apply(this);
  }

  /** Two records are never compared. */
  @Override
  public boolean equals(Object other) {
    return this == other;
  }

  @Override
  public int hashCode() {
    return System.identityHashCode(this);
  }
}
