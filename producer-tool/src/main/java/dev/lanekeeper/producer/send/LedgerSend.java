package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.program.ProgramException;
import java.util.List;
import java.util.Optional;
import java.util.function.BooleanSupplier;

/**
 * Sends checked files: of each order the next record only once the broker has confirmed the one
 * before, so that each order's messages are stored in order. Leaves out what an earlier run has
 * seen confirmed. For one thread and one use.
 */
public final class LedgerSend {
  private final GroupedSend send;
  private final Confirmations confirmations;
  private final Progress progress;
  private long number;
  private long confirmedBefore;

  private LedgerSend(GroupedSend send, Confirmations confirmations, Progress progress) {
    this.send = send;
    this.confirmations = confirmations;
    this.progress = progress;
  }

  /**
   * Sends until all is confirmed, or until a record is given up.
   *
   * @throws dev.lanekeeper.program.ProgramException when a file is not what it was when it was
   *     checked, or a confirmation cannot be kept
   */
  public static SendResult of(
      List<CheckedFile> files,
      MessageSender sender,
      SendPolicy policy,
      Confirmations confirmations,
      Progress progress) {
    return of(files, sender, policy, confirmations, progress, () -> false);
  }

  /**
   * Sends until all is confirmed, a record is given up, or the end is wished; what is under way
   * then is waited for.
   *
   * @throws dev.lanekeeper.program.ProgramException when a file is not what it was when it was
   *     checked, or a confirmation cannot be kept
   */
  public static SendResult of(
      List<CheckedFile> files,
      MessageSender sender,
      SendPolicy policy,
      Confirmations confirmations,
      Progress progress,
      BooleanSupplier endIsWished) {
    SendResult result = toItsEnd(files, sender, policy, confirmations, progress, endIsWished);
    if (result.broken().isPresent()) {
      throw result.broken().get();
    }
    return result;
  }

  /**
   * The same, but what makes the run end early is in the result, beside what was sent until then.
   */
  public static SendResult toItsEnd(
      List<CheckedFile> files,
      MessageSender sender,
      SendPolicy policy,
      Confirmations confirmations,
      Progress progress,
      BooleanSupplier endIsWished) {
    GroupedSend grouped = new GroupedSend(sender, policy, confirmations, progress, endIsWished);
    LedgerSend send = new LedgerSend(grouped, confirmations, progress);
    Optional<ProgramException> broken = Optional.empty();
    try {
      CheckedRecords.forEach(files, send::take);
    } catch (ProgramException failure) {
      broken = Optional.of(failure);
    } catch (RuntimeException fault) {
      finished(grouped, broken);
      throw fault;
    }
    broken = finished(grouped, broken);
    return new SendResult(grouped.confirmed(), send.confirmedBefore, grouped.failures(), broken);
  }

  /** Waits for what is under way, each of which may break off again; the first cause counts. */
  private static Optional<ProgramException> finished(
      GroupedSend grouped, Optional<ProgramException> before) {
    Optional<ProgramException> broken = before;
    while (grouped.isUnderWay() && !Thread.currentThread().isInterrupted()) {
      try {
        grouped.finish();
      } catch (ProgramException again) {
        broken = broken.isPresent() ? broken : Optional.of(again);
      }
    }
    return broken;
  }

  private boolean take(Position position, FileRecord record, long sequence) {
    long own = number++;
    if (confirmations.contains(own)) {
      confirmedBefore++;
      progress.step();
      return true;
    }
    return send.add(new Outgoing(own, position, RecordMessages.of(record, sequence)));
  }
}
