package dev.lanekeeper.producer.message;

import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.OtherRecord;

/** Builds the message of any record. Stateless. */
public final class RecordMessages {
  private RecordMessages() {}

  /**
   * Builds it.
   *
   * @param sequence the record's place in its message group, from 1
   */
  public static LedgerMessage of(FileRecord record, long sequence) {
    return record.choose(
        ledger -> LedgerMessages.of(ledger, sequence), other -> OtherMessages.of(other, sequence));
  }

  /** Only the body of {@link #of}, for whoever looks at contents alone. */
  public static byte[] body(FileRecord record, long sequence) {
    return record.choose(ledger -> LedgerMessages.body(ledger, sequence), OtherRecord::body);
  }
}
