package dev.lanekeeper.producer.send;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.message.BatchMessage;
import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Position;
import org.jspecify.annotations.Nullable;

/**
 * Sends checked files as ledger messages, of so many records each, all in the message group of
 * their ledger and so one after the other. For one thread and one use.
 */
public final class BatchSend {
  private final GroupedSend send;
  private final String ledger;
  private final int size;
  private final int bodyBytes;
  private BatchMessage batch;
  private @Nullable Position begin;
  private long number;

  private BatchSend(GroupedSend send, String ledger, int size, int bodyBytes) {
    this.send = send;
    this.ledger = ledger;
    this.size = size;
    this.bodyBytes = bodyBytes;
    this.batch = new BatchMessage(ledger, size, bodyBytes);
  }

  /**
   * Sends until all is confirmed, or a ledger message is given up.
   *
   * @param size records of one ledger message at most
   * @param bodyBytes how long a ledger message's body may be, as the broker says
   * @throws dev.lanekeeper.program.ProgramException before anything is sent when a record is longer
   */
  public static SendResult of(
      CheckResult check, MessageSender sender, String ledger, int size, int bodyBytes) {
    check.requireBodies(bodyBytes - BatchMessage.AROUND);
    GroupedSend grouped =
        new GroupedSend(sender, SendPolicy.of(1), new Unremembered(), Progress.NONE, () -> false);
    BatchSend send = new BatchSend(grouped, ledger, size, bodyBytes);
    try {
      if (CheckedRecords.forEach(check.files(), send::take)) {
        send.flush();
      }
    } finally {
      grouped.finish();
    }
    return new SendResult(grouped.confirmed(), 0, grouped.failures());
  }

  private boolean take(Position position, FileRecord fileRecord, long sequence) {
    LedgerRecord record = LedgerRecord.of(fileRecord);
    boolean goOn = true;
    if (!batch.add(record, sequence)) {
      goOn = flush();
      if (!batch.add(record, sequence)) {
        throw new IllegalStateException(position + ": it fits into no ledger message");
      }
    }
    if (begin == null) {
      begin = position;
    }
    return goOn;
  }

  private boolean flush() {
    Position from = begin;
    if (from == null) {
      return true;
    }
    number++;
    boolean goOn = send.add(new Outgoing(number, from, batch.message(number)));
    batch = new BatchMessage(ledger, size, bodyBytes);
    begin = null;
    return goOn;
  }

  /** Every run sends all of it: the operations within are known by their own keys. */
  private static final class Unremembered implements Confirmations {
    @Override
    public boolean contains(long number) {
      return false;
    }

    @Override
    public void add(Outgoing outgoing, Receipt.Stored stored) {}
  }
}
