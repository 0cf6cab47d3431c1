package dev.lanekeeper.benchmark.consumer;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.MappedByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/**
 * When each message was sent and when its transaction was committed, in the order of the commits: a
 * file that consumer and benchmark have both mapped, so that the one tells the other without a
 * call, and a killed consumer has told all. One process writes. Thread-safe.
 */
public final class CommitLog {
  private static final VarHandle LONG =
      MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());
  private static final int ENTRY = 2 * Long.BYTES;
  private static final int HEADER = ENTRY;

  private final MappedByteBuffer memory;
  private final int capacity;

  private CommitLog(MappedByteBuffer memory) {
    this.memory = memory;
    this.capacity = (memory.capacity() - HEADER) / ENTRY;
  }

  /**
   * One message.
   *
   * @param sentMicros when it was about to be sent, in microseconds of the epoch
   * @param committedMicros when its transaction was committed, by the same clock
   */
  public record Entry(long sentMicros, long committedMicros) {}

  /** A new and empty log for so many messages at most. */
  public static CommitLog create(Path file, int capacity) throws IOException {
    return map(file, HEADER + (long) capacity * ENTRY, StandardOpenOption.CREATE_NEW);
  }

  /** The log that another process has created. */
  public static CommitLog open(Path file) throws IOException {
    return map(file, file.toFile().length(), StandardOpenOption.CREATE);
  }

  private static CommitLog map(Path file, long bytes, StandardOpenOption create)
      throws IOException {
    try (FileChannel channel =
        FileChannel.open(file, create, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
      MappedByteBuffer memory = channel.map(FileChannel.MapMode.READ_WRITE, 0, bytes);
      memory.order(ByteOrder.nativeOrder());
      return new CommitLog(memory);
    }
  }

  /** The clock of all entries: that of the machine, in microseconds of the epoch. */
  public static long nowMicros() {
    return ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
  }

  /** Writes down a message whose transaction has just been committed. */
  public synchronized void add(long sentMicros) {
    int number = size();
    if (number == capacity) {
      throw new IllegalStateException("more than " + capacity + " commits: messages came twice");
    }
    memory.putLong(HEADER + number * ENTRY, sentMicros);
    memory.putLong(HEADER + number * ENTRY + Long.BYTES, nowMicros());
    LONG.setRelease(memory, 0, number + 1L);
  }

  /** How many there are. */
  public int size() {
    return (int) (long) LONG.getAcquire(memory, 0);
  }

  /** One of them, from 0. */
  public Entry get(int number) {
    if (number >= size()) {
      throw new IndexOutOfBoundsException(number);
    }
    return new Entry(
        memory.getLong(HEADER + number * ENTRY),
        memory.getLong(HEADER + number * ENTRY + Long.BYTES));
  }
}
