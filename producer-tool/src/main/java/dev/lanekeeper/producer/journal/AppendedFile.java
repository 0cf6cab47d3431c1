package dev.lanekeeper.producer.journal;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * A file that grows line by line. A line is with the operating system when {@link #append} returns,
 * so it outlives a kill, and on the disk after {@link #sync}. For one thread.
 */
final class AppendedFile implements AutoCloseable {
  private static final int BUFFER = 1 << 16;

  private final Path path;
  private final FileChannel channel;

  private AppendedFile(Path path, FileChannel channel) {
    this.path = path;
    this.channel = channel;
  }

  /** Begins it anew. */
  static AppendedFile create(Path path) {
    try {
      return new AppendedFile(
          path,
          FileChannel.open(
              path,
              StandardOpenOption.CREATE,
              StandardOpenOption.TRUNCATE_EXISTING,
              StandardOpenOption.WRITE));
    } catch (IOException failure) {
      throw unwritable(path, failure);
    }
  }

  /** Goes on behind its last whole line; what a crash left half written is cut off. */
  static AppendedFile goOn(Path path) {
    try {
      FileChannel channel =
          FileChannel.open(
              path, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE);
      channel.truncate(endOfLastLine(channel));
      channel.position(channel.size());
      return new AppendedFile(path, channel);
    } catch (IOException failure) {
      throw unwritable(path, failure);
    }
  }

  /** How many whole lines such a file has; none where there is no file. */
  static long lines(Path path) {
    if (!Files.isRegularFile(path)) {
      return 0;
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] buffer = new byte[BUFFER];
      long lines = 0;
      for (int size = in.read(buffer); size >= 0; size = in.read(buffer)) {
        for (int i = 0; i < size; i++) {
          lines += buffer[i] == '\n' ? 1 : 0;
        }
      }
      return lines;
    } catch (IOException failure) {
      throw new ProgramException(ExitCode.IO, path + ": cannot be read: " + failure, failure);
    }
  }

  private static long endOfLastLine(FileChannel channel) throws IOException {
    ByteBuffer one = ByteBuffer.allocate(1);
    for (long end = channel.size(); end > 0; end--) {
      channel.read(one.clear(), end - 1);
      if (one.get(0) == '\n') {
        return end;
      }
    }
    return 0;
  }

  void append(String line) {
    append(line.getBytes(UTF_8));
  }

  void append(byte[] line) {
    ByteBuffer bytes = ByteBuffer.allocate(line.length + 1).put(line).put((byte) '\n').flip();
    try {
      while (bytes.hasRemaining()) {
        channel.write(bytes);
      }
    } catch (IOException failure) {
      throw unwritable(path, failure);
    }
  }

  void sync() {
    try {
      channel.force(false);
    } catch (IOException failure) {
      throw unwritable(path, failure);
    }
  }

  @Override
  public void close() {
    try {
      channel.close();
    } catch (IOException failure) {
      throw unwritable(path, failure);
    }
  }

  static ProgramException unwritable(Path path, IOException failure) {
    return new ProgramException(
        ExitCode.IO,
        path
            + ": cannot be written ("
            + failure
            + "); free space, or name a file in a folder that is writable with --checkpoint or"
            + " --receipts",
        failure);
  }
}
