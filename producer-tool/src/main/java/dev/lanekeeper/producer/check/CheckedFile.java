package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.read.FileLook;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.RecordReader;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;

/**
 * A file with what it held when it was checked, since it is read again to be sent: each later
 * reading gives what was checked and nothing else, or ends with an error. Immutable once it is
 * checked.
 */
public final class CheckedFile {
  private final LedgerFile file;
  private final BlockSums sums;
  private final FileLook look;
  private final LeftOut leftOut;

  private CheckedFile(LedgerFile file, BlockSums sums, FileLook look, LeftOut leftOut) {
    this.file = file;
    this.sums = sums;
    this.look = look;
    this.leftOut = leftOut;
  }

  /**
   * Looks at a file that is about to be checked.
   *
   * @param sums of the reading that checks it
   */
  static CheckedFile of(LedgerFile file, BlockSums sums) {
    return new CheckedFile(file, sums, file.look(), LeftOut.NOTHING);
  }

  /** The same file, of which something is not sent. */
  CheckedFile without(LeftOut records) {
    return new CheckedFile(file, sums, look, records);
  }

  public LedgerFile file() {
    return file;
  }

  /** What is not sent of it. */
  public LeftOut leftOut() {
    return leftOut;
  }

  /** Reads what was checked from its beginning, as {@link LedgerFile#open} does. */
  RecordReader open() {
    return file.open(in -> sums.comparing(in, this::changed));
  }

  /**
   * The bytes that were checked.
   *
   * @throws ProgramException from a read that does not find them any more
   */
  public InputStream bytes() throws IOException {
    return sums.comparing(file.bytes(), this::changed);
  }

  /**
   * Makes sure that it is the same still.
   *
   * @throws ProgramException when it is not
   */
  void mustBeUnchanged() {
    if (!look.equals(file.look())) {
      throw changed();
    }
  }

  ProgramException changed() {
    return new ProgramException(
        ExitCode.TEMPORARY,
        file.name()
            + ": changed after it was checked; run the command again when it is complete (where it has"
            + " a checkpoint: put back what was there, or delete the checkpoint to send all anew)");
  }
}
