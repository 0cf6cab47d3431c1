package dev.lanekeeper.producer.split;

import dev.lanekeeper.producer.read.InputFormat;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.ReadingRules;
import dev.lanekeeper.producer.record.NumberFormat;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A ledger message's body as a file, so that it passes the same checks and the same sending as a
 * ledger file. While it is worked on it has a name that nobody can guess and, where the file system
 * knows owners, only its owner reads it: the folder may be one that others write to. Deleted when
 * closed, unless it is to be kept for a person. For one thread.
 */
final class BatchFile implements AutoCloseable {
  private static final String PREFIX = "ledger-message-";

  private final Path path;
  private final Path named;
  private final LedgerFile ledger;
  private boolean kept;

  private BatchFile(Path path, Path named, LedgerFile ledger) {
    this.path = path;
    this.named = named;
    this.ledger = ledger;
  }

  /**
   * Writes it.
   *
   * @throws ProgramException when the folder does not take it
   */
  static BatchFile write(Path folder, LedgerBatch batch, InputFormat format) {
    String suffix = "." + format.name().toLowerCase(Locale.ROOT);
    ReadingRules rules =
        new ReadingRules(StandardCharsets.UTF_8, Optional.of(format), NumberFormat.DOT);
    try {
      Files.createDirectories(folder);
      Path path = Files.createTempFile(folder, PREFIX, suffix);
      BatchFile file =
          new BatchFile(
              path,
              folder.resolve(PREFIX + batch.messageId() + suffix),
              new LedgerFile(path, Path.of(batch.toString()), rules));
      file.fill(batch.body());
      return file;
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.IO,
          "%s: the body of %s cannot be written into it: %s"
              .formatted(folder, batch, failure.getMessage()),
          failure);
    }
  }

  private void fill(byte[] body) throws IOException {
    try {
      Files.write(path, body);
    } catch (IOException failure) {
      close();
      throw failure;
    }
  }

  LedgerFile ledger() {
    return ledger;
  }

  /**
   * Keeps the body under the ledger message's name, and says where. A file that has this name
   * already is left alone, since a person may have corrected it, or somebody else have put it
   * there: unless it is the same, the body stays under the name it has.
   */
  Path keep() {
    try {
      Files.copy(path, named); // Makes the file, or fails: it never writes into one that is there.
      return named;
    } catch (IOException taken) {
      kept = !isTheSame();
      return kept ? path : named;
    }
  }

  private boolean isTheSame() {
    try {
      return Files.isRegularFile(named, LinkOption.NOFOLLOW_LINKS)
          && Files.mismatch(path, named) == -1;
    } catch (IOException unreadable) {
      return false;
    }
  }

  @Override
  public void close() {
    if (!kept) {
      try {
        Files.deleteIfExists(path);
      } catch (IOException left) {
        path.toFile().deleteOnExit();
      }
    }
  }
}
