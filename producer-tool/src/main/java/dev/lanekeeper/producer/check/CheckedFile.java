package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;

/**
 * A file with what it looked like when it was checked, since it is read again to be sent.
 * Immutable.
 */
public record CheckedFile(LedgerFile file, long size, FileTime modified, LeftOut leftOut) {

  /** Looks at a file that is about to be checked. */
  static CheckedFile of(LedgerFile file) {
    try {
      BasicFileAttributes attributes = Files.readAttributes(file.path(), BasicFileAttributes.class);
      return new CheckedFile(
          file, attributes.size(), attributes.lastModifiedTime(), LeftOut.NOTHING);
    } catch (IOException failure) {
      throw file.unreadable(failure);
    }
  }

  /** The same file, of which something is not sent. */
  CheckedFile without(LeftOut records) {
    return new CheckedFile(file, size, modified, records);
  }

  /**
   * Makes sure that it is the same still.
   *
   * @throws ProgramException when it is not
   */
  void mustBeUnchanged() {
    if (!equals(of(file).without(leftOut))) {
      throw changed();
    }
  }

  ProgramException changed() {
    return new ProgramException(
        ExitCode.TEMPORARY,
        file.name() + ": changed after it was checked; run the command again when it is complete");
  }
}
