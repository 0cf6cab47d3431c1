package dev.lanekeeper.worker.verify;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;

/** Reads receipts from a file, one a line, holding one at a time. For one thread. */
public final class ReceiptsFile implements Closeable {
  private static final int BUFFER = 1 << 16;
  private static final int LONGEST_LINE = 1 << 16;

  private final Path path;
  private final InputStream in;
  private long line;

  private ReceiptsFile(Path path, InputStream in) {
    this.path = path;
    this.in = new BufferedInputStream(in, BUFFER);
  }

  /**
   * Opens it.
   *
   * @throws ProgramException when it cannot be read, or holds nothing
   */
  public static ReceiptsFile open(Path path) {
    try {
      ReceiptsFile file = new ReceiptsFile(path, Files.newInputStream(path));
      file.requireSome();
      return file;
    } catch (NoSuchFileException missing) {
      throw new ProgramException(ExitCode.IO, path + ": there is no such file", missing);
    } catch (IOException failure) {
      throw unreadable(path, failure);
    }
  }

  /** An empty file would prove anything. */
  private void requireSome() throws IOException {
    in.mark(1);
    if (in.read() < 0) {
      in.close();
      throw new ProgramException(
          ExitCode.DATA,
          path
              + ": nothing was sent according to it; name the file that 'producer-tool.jar replay"
              + " --receipts' wrote");
    }
    in.reset();
  }

  /**
   * Reads the next one; empty at the end.
   *
   * @throws ProgramException when the line is no receipt
   */
  public Optional<Receipt> next() {
    Optional<byte[]> bytes = nextLine();
    try {
      return bytes.map(Receipt::read);
    } catch (IllegalArgumentException malformed) {
      throw noReceipt(String.valueOf(malformed.getMessage()));
    }
  }

  private Optional<byte[]> nextLine() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream(512);
    line++;
    try {
      int read = in.read();
      while (read >= 0 && read != '\n') {
        bytes.write(read);
        if (bytes.size() > LONGEST_LINE) {
          throw noReceipt("more than %d bytes".formatted(LONGEST_LINE));
        }
        read = in.read();
      }
      return read < 0 && bytes.size() == 0 ? Optional.empty() : Optional.of(bytes.toByteArray());
    } catch (IOException failure) {
      throw unreadable(path, failure);
    }
  }

  private ProgramException noReceipt(String problem) {
    return new ProgramException(
        ExitCode.DATA,
        "%s: line %d is no receipt (%s); name a file that 'producer-tool.jar replay --receipts' wrote to its end"
            .formatted(path, line, problem));
  }

  private static ProgramException unreadable(Path path, IOException failure) {
    return new ProgramException(
        ExitCode.IO, path + ": cannot be read: " + failure.getMessage(), failure);
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
