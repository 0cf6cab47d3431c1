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
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/**
 * A ledger message's body as a file, so that it passes the same checks and the same sending as a
 * ledger file. Deleted when closed, unless it is to be kept for a person. For one thread.
 */
final class BatchFile implements AutoCloseable {
  private final Path path;
  private final LedgerFile ledger;
  private boolean kept;

  private BatchFile(Path path, LedgerFile ledger) {
    this.path = path;
    this.ledger = ledger;
  }

  /**
   * Writes it.
   *
   * @throws ProgramException when the folder does not take it
   */
  static BatchFile write(Path folder, LedgerBatch batch, InputFormat format) {
    Path path =
        folder.resolve(
            "ledger-message-%s.%s"
                .formatted(batch.messageId(), format.name().toLowerCase(Locale.ROOT)));
    try {
      Files.createDirectories(folder);
      Files.write(path, batch.body());
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.IO, path + ": cannot be written: " + failure.getMessage(), failure);
    }
    ReadingRules rules =
        new ReadingRules(StandardCharsets.UTF_8, Optional.of(format), NumberFormat.DOT);
    return new BatchFile(path, new LedgerFile(path, Path.of(batch.toString()), rules));
  }

  LedgerFile ledger() {
    return ledger;
  }

  /** Leaves it where it is, and says where. */
  Path keep() {
    kept = true;
    return path;
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
