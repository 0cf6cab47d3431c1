package dev.lanekeeper.producer.read;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Locale;

/**
 * A file of ledger records, in the format that its name ends with: {@code .csv}, or {@code .jsonl}
 * and {@code .ndjson} for JSON Lines. Immutable.
 */
public record LedgerFile(Path path) {

  /**
   * Opens it from its beginning.
   *
   * @throws ProgramException when it is missing, no regular file, or its name does not tell a
   *     format
   */
  public RecordReader open() {
    String name = path.toString().toLowerCase(Locale.ROOT);
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // It is read twice: once to check, once to send.
      throw new ProgramException(ExitCode.IO, path + ": not a regular file; save it as one first");
    }
    try {
      if (name.endsWith(".csv")) {
        return new CsvRecordReader(path, Utf8Reader.open(path));
      }
      if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
        return new JsonLinesRecordReader(path, Utf8Reader.open(path));
      }
    } catch (NoSuchFileException missing) {
      throw new ProgramException(ExitCode.IO, path + ": there is no such file", missing);
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
    throw new ProgramException(
        ExitCode.USAGE,
        path + ": the name does not tell the format; name it .csv or .jsonl, or convert it");
  }

  /** The error for a file that could be opened, but not read to its end. */
  public ProgramException unreadable(IOException failure) {
    return new ProgramException(
        ExitCode.IO, path + ": cannot be read: " + failure.getMessage(), failure);
  }
}
