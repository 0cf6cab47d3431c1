package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.message.LedgerMessages;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.send.SendResult.Failure;
import java.util.List;
import java.util.Optional;

/**
 * Sends checked files serially: the next record only once the broker has confirmed the one before,
 * so that each order's messages are stored in order. Stops at the first that is not confirmed. For
 * one thread and one use.
 */
public final class LedgerSend {
  private final SendRetry sender;
  private final Progress progress;
  private long sent;
  private Optional<Failure> failure = Optional.empty();

  private LedgerSend(SendRetry sender, Progress progress) {
    this.sender = sender;
    this.progress = progress;
  }

  public static SendResult of(List<CheckedFile> files, SendRetry sender, Progress progress) {
    LedgerSend send = new LedgerSend(sender, progress);
    CheckedRecords.forEach(files, send::send);
    return new SendResult(send.sent, send.failure);
  }

  private boolean send(Position position, LedgerRecord record, long sequence) {
    failure =
        sender
            .send(LedgerMessages.of(record, sequence))
            .map(cause -> new Failure(position, record.orderId(), sequence, cause));
    if (failure.isPresent()) {
      return false;
    }
    sent++;
    progress.step();
    return true;
  }
}
