package dev.lanekeeper.producer.journal;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.journal.Confirmed.Range;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.send.Confirmations;
import dev.lanekeeper.producer.send.Outgoing;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * Writes down each confirmation, first as a receipt, then in the checkpoint, so that whatever the
 * checkpoint leaves out has its receipt. Both are with the operating system before the group's next
 * message is sent, and on the disk every second. For one thread.
 */
public final class SendJournal implements Confirmations, AutoCloseable {
  private static final long SYNC_NANOS = 1_000_000_000L;

  private final Optional<Checkpoint> checkpoint;
  private final Optional<AppendedFile> receipts;
  private final Confirmed confirmed;
  private final LongSupplier nanoTime;
  private long syncedNanos;
  private boolean complete;

  private SendJournal(
      Optional<Checkpoint> checkpoint, Optional<AppendedFile> receipts, LongSupplier nanoTime) {
    this.checkpoint = checkpoint;
    this.receipts = receipts;
    this.nanoTime = nanoTime;
    this.syncedNanos = nanoTime.getAsLong();
    this.confirmed = checkpoint.map(Checkpoint::confirmed).orElseGet(Confirmed::new);
  }

  /**
   * Goes on where the checkpoint ends; without one, begins.
   *
   * @param checkpoint where it is or will be; empty for none
   * @param receipts where they go; empty for none
   * @param nanoTime a monotonic clock
   * @throws ProgramException when the checkpoint is of something else, receipts of what it has are
   *     missing, or a file cannot be written
   */
  public static SendJournal open(
      Optional<Path> checkpoint,
      Optional<Path> receipts,
      String endpoints,
      String topic,
      List<CheckedFile> files,
      SendSettings settings,
      LongSupplier nanoTime) {
    Optional<Checkpoint> opened =
        checkpoint.map(
            path -> Checkpoint.open(path, Sending.of(endpoints, topic, files, settings)));
    boolean goesOn = opened.isPresent() && !opened.get().isEmpty();
    if (goesOn && receipts.isPresent()) {
      requireThoseBefore(receipts.get(), opened.get());
    }
    return new SendJournal(
        opened, receipts.map(goesOn ? AppendedFile::goOn : AppendedFile::create), nanoTime);
  }

  /** A file with the rest alone would prove that alone, and look like all. */
  private static void requireThoseBefore(Path receipts, Checkpoint checkpoint) {
    long before = AppendedFile.lines(receipts);
    long confirmed = checkpoint.confirmed().size();
    if (before < confirmed) {
      checkpoint.close();
      throw new ProgramException(
          ExitCode.USAGE,
          "--receipts %s: has %d receipts, and %d records are confirmed by now; name the file that sending began with, leave --receipts out, or delete the checkpoint to send all of it anew, with receipts"
              .formatted(receipts, before, confirmed));
    }
  }

  /** The journal of a run that sends nothing: receipts without a place. */
  public static SendJournal ofDryRun(Path receipts, LongSupplier nanoTime) {
    return new SendJournal(Optional.empty(), Optional.of(AppendedFile.create(receipts)), nanoTime);
  }

  /** All files that are written for a checkpoint. */
  public static List<Path> checkpointFiles(Path checkpoint) {
    return List.of(checkpoint, Checkpoint.beside(checkpoint));
  }

  /** Whether a later run goes on behind what this one has seen confirmed. */
  public boolean hasCheckpoint() {
    return checkpoint.isPresent();
  }

  @Override
  public boolean contains(long number) {
    return confirmed.contains(number);
  }

  @Override
  public void add(Outgoing outgoing, Receipt.Stored stored) {
    write(outgoing.message(), Optional.of(stored));
    Range range = new Range(outgoing.number(), outgoing.number());
    confirmed.add(range);
    checkpoint.ifPresent(file -> file.append(range));
    if (nanoTime.getAsLong() - syncedNanos > SYNC_NANOS) {
      sync();
    }
  }

  /** Writes the receipt of a message that is not sent. */
  public void addUnsent(LedgerMessage message) {
    write(message, Optional.empty());
  }

  private void write(LedgerMessage message, Optional<Receipt.Stored> stored) {
    receipts.ifPresent(file -> file.append(message.receipt(stored).json()));
  }

  private void sync() {
    receipts.ifPresent(AppendedFile::sync);
    checkpoint.ifPresent(Checkpoint::sync);
    syncedNanos = nanoTime.getAsLong();
  }

  /** Everything is confirmed: the receipts are kept, and the checkpoint is not needed again. */
  public void complete() {
    receipts.ifPresent(AppendedFile::sync);
    checkpoint.ifPresent(Checkpoint::delete);
    complete = true;
  }

  /** Keeps the checkpoint, unless nothing at all is confirmed. */
  @Override
  public void close() {
    if (!complete) {
      sync();
      checkpoint.ifPresent(SendJournal::close);
    }
    receipts.ifPresent(AppendedFile::close);
  }

  private static void close(Checkpoint checkpoint) {
    if (checkpoint.isEmpty()) {
      checkpoint.delete();
    } else {
      checkpoint.close();
    }
  }
}
