package dev.lanekeeper.program.sort;

import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/** Sorted rows that lie in a part of a file. Reads a few at a time. For one thread. */
final class FileRun implements Run {
  private static final int ROWS_AT_A_TIME = 256;

  private final FileChannel file;
  private final long begin;
  private final long end;
  private final int width;
  private long position;
  private ByteBuffer buffer = ByteBuffer.allocate(0);
  private long[] head = new long[0];

  FileRun(FileChannel file, long begin, long end, int width) {
    this.file = file;
    this.begin = begin;
    this.end = end;
    this.width = width;
  }

  void begin() {
    position = begin;
    buffer = ByteBuffer.allocate(ROWS_AT_A_TIME * width * Long.BYTES).limit(0);
    advance();
  }

  @Override
  public boolean hasRow() {
    return head.length > 0;
  }

  @Override
  public long[] head() {
    return head;
  }

  @Override
  public void advance() {
    if (!buffer.hasRemaining() && position == end) {
      head = new long[0];
      return;
    }
    if (!buffer.hasRemaining()) {
      fill();
    }
    long[] row = new long[width];
    for (int i = 0; i < width; i++) {
      row[i] = buffer.getLong();
    }
    head = row;
  }

  private void fill() {
    buffer.clear().limit((int) Math.min(buffer.capacity(), end - position));
    try {
      while (buffer.hasRemaining()) {
        int read = file.read(buffer, position);
        if (read < 0) {
          throw new EOFException("it was cut off");
        }
        position += read;
      }
    } catch (IOException failure) {
      throw SpilledRuns.failed(failure);
    }
    buffer.flip();
  }
}
