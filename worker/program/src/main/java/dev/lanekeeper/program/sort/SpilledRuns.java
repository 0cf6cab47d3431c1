package dev.lanekeeper.program.sort;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/** Sorted runs of rows, one behind the other in a temporary file. For one thread. */
final class SpilledRuns implements AutoCloseable {
  private static final int ROWS_AT_A_TIME = 512;

  private final int width;
  private final FileChannel file;
  private final List<FileRun> runs = new ArrayList<>();

  private SpilledRuns(int width, FileChannel file) {
    this.width = width;
    this.file = file;
  }

  static SpilledRuns create(int width) {
    try {
      Path path = Files.createTempFile("lanekeeper-sort", ".rows");
      return new SpilledRuns(
          width,
          FileChannel.open(
              path,
              StandardOpenOption.READ,
              StandardOpenOption.WRITE,
              StandardOpenOption.DELETE_ON_CLOSE));
    } catch (IOException failure) {
      throw failed(failure);
    }
  }

  /** Writes the first rows, which are sorted, as a run. */
  void add(long[][] rows, int size) {
    ByteBuffer buffer = buffer();
    try {
      long begin = file.position();
      for (int i = 0; i < size; i++) {
        if (!buffer.hasRemaining()) {
          flush(buffer);
        }
        for (long number : rows[i]) {
          buffer.putLong(number);
        }
      }
      flush(buffer);
      runs.add(new FileRun(file, begin, file.position(), width));
    } catch (IOException failure) {
      throw failed(failure);
    }
  }

  private ByteBuffer buffer() {
    return ByteBuffer.allocate(ROWS_AT_A_TIME * width * Long.BYTES);
  }

  private void flush(ByteBuffer buffer) throws IOException {
    buffer.flip();
    while (buffer.hasRemaining()) {
      file.write(buffer);
    }
    buffer.clear();
  }

  /** The runs, each from its beginning. */
  List<FileRun> runs() {
    runs.forEach(FileRun::begin);
    return runs;
  }

  static ProgramException failed(IOException failure) {
    return new ProgramException(
        ExitCode.IO,
        "a temporary file cannot be used ("
            + failure
            + "); free space in "
            + System.getProperty("java.io.tmpdir")
            + ", or name another folder with java -Djava.io.tmpdir=FOLDER",
        failure);
  }

  @Override
  public void close() {
    try {
      file.close();
    } catch (IOException failure) {
      throw failed(failure);
    }
  }
}
