package dev.lanekeeper.producer.check;

import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.zip.CRC32C;

/**
 * A sum of each block of a file's bytes, taken while it is checked, so that a later reading gives
 * the same bytes, block by block, and none that were not there: a file may grow, or be written
 * over, while it is sent. Four bytes for each 64 KiB. Filled by one reading, then only read; for
 * one thread.
 */
final class BlockSums {
  private int[] sums = new int[16];
  private int blocks;
  private long length;

  /** What passes the bytes on and remembers them. */
  InputStream remembering(InputStream in) {
    return new BlockStream(in, new Remembering());
  }

  /**
   * What passes on the bytes that are remembered, and at their end no more.
   *
   * @param changed what is thrown in place of a block that is not the same
   */
  InputStream comparing(InputStream in, Supplier<ProgramException> changed) {
    return new BlockStream(in, new Comparing(changed));
  }

  private static int sum(byte[] block, int size) {
    CRC32C sum = new CRC32C();
    sum.update(block, 0, size);
    return (int) sum.getValue();
  }

  private final class Remembering implements BlockStream.Gate {
    @Override
    public int most() {
      return BlockStream.BLOCK;
    }

    @Override
    public void pass(byte[] block, int size) {
      if (size > 0) {
        sums = blocks == sums.length ? Arrays.copyOf(sums, 2 * blocks) : sums;
        sums[blocks++] = sum(block, size);
        length += size;
      }
    }
  }

  private final class Comparing implements BlockStream.Gate {
    private final Supplier<ProgramException> changed;
    private int next;
    private long left = length;

    Comparing(Supplier<ProgramException> changed) {
      this.changed = changed;
    }

    @Override
    public int most() {
      return (int) Math.min(BlockStream.BLOCK, left);
    }

    @Override
    public void pass(byte[] block, int size) {
      if (size < most() || sum(block, size) != sums[next]) {
        throw changed.get();
      }
      next++;
      left -= size;
    }
  }

  /** Reads whole blocks, and gives nothing of one before a gate has let it pass. */
  private static final class BlockStream extends InputStream {
    static final int BLOCK = 64 * 1024;

    private final InputStream in;
    private final Gate gate;
    private final byte[] block = new byte[BLOCK];
    private int next;
    private int end;

    BlockStream(InputStream in, Gate gate) {
      this.in = in;
      this.gate = gate;
    }

    /** What a block has to pass. */
    interface Gate {
      /** How many bytes the next block has at most; none is the end. */
      int most();

      void pass(byte[] block, int size);
    }

    @Override
    public int read() throws IOException {
      return next < end || fill() ? block[next++] & 0xFF : -1;
    }

    @Override
    public int read(byte[] buffer, int start, int size) throws IOException {
      if (size == 0) {
        return 0;
      }
      if (next == end && !fill()) {
        return -1;
      }
      int given = Math.min(size, end - next);
      System.arraycopy(block, next, buffer, start, given);
      next += given;
      return given;
    }

    private boolean fill() throws IOException {
      int most = gate.most();
      if (most == 0) {
        return false;
      }
      int size = in.readNBytes(block, 0, most);
      gate.pass(block, size);
      next = 0;
      end = size;
      return size > 0;
    }

    @Override
    public void close() throws IOException {
      in.close();
    }
  }
}
