package dev.lanekeeper.producer.read;

import java.io.IOException;
import java.io.InputStream;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;
import java.util.zip.ZipException;

/**
 * Unpacks gzip (RFC 1952) to the end of the file, member by member. Unlike the JDK's stream, which
 * takes whatever follows a whole member for nothing when it does not begin as one, it refuses what
 * is not gzip anywhere. For one thread.
 */
final class GzipMembers extends InputStream {
  private static final int BUFFER = 64 * 1024;
  private static final int DEFLATE = 8;
  private static final int HEADER_CRC = 2;
  private static final int EXTRA = 4;
  private static final int NAME = 8;
  private static final int COMMENT = 16;
  private static final int RESERVED = 0xE0;

  private final InputStream in;
  private final Inflater inflater = new Inflater(true);
  private final CRC32 sum = new CRC32();
  private final byte[] packed = new byte[BUFFER];
  private int next;
  private int end;
  private long taken;
  private boolean inMember;

  GzipMembers(InputStream in) {
    this.in = in;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
  }

  @Override
  public int read(byte[] buffer, int start, int length) throws IOException {
    if (length == 0) {
      return 0;
    }
    while (inMember || begin()) {
      int unpacked = inflate(buffer, start, length);
      if (unpacked > 0) {
        sum.update(buffer, start, unpacked);
        return unpacked;
      }
      if (inflater.finished()) {
        finish();
      } else if (inflater.needsDictionary()) {
        throw new ZipException("it needs a dictionary");
      } else {
        next = end;
        require(fill());
        inflater.setInput(packed, next, end - next);
      }
    }
    return -1;
  }

  private int inflate(byte[] buffer, int start, int length) throws ZipException {
    try {
      return inflater.inflate(buffer, start, length);
    } catch (DataFormatException malformed) {
      throw new ZipException("its data is malformed (" + malformed.getMessage() + ")");
    }
  }

  /** Reads a header, and returns whether there was anything. */
  private boolean begin() throws IOException {
    if (next == end && !fill()) {
      return false;
    }
    long at = taken + next + 1;
    boolean right = take() == 0x1F;
    right = right && take() == 0x8B;
    right = right && take() == DEFLATE;
    int flags = right ? take() : RESERVED;
    if ((flags & RESERVED) != 0) {
      throw new ZipException("no gzip member begins at byte " + at);
    }
    pass(6); // Time, extra flags and operating system.
    if ((flags & EXTRA) != 0) {
      pass(takeNumber(2));
    }
    skipText((flags & NAME) != 0);
    skipText((flags & COMMENT) != 0);
    pass((flags & HEADER_CRC) != 0 ? 2 : 0);
    inflater.reset();
    inflater.setInput(packed, next, end - next);
    sum.reset();
    inMember = true;
    return true;
  }

  private void finish() throws IOException {
    next = end - inflater.getRemaining();
    if (takeNumber(4) != sum.getValue()) {
      throw new ZipException("its checksum is wrong");
    }
    if (takeNumber(4) != (inflater.getBytesWritten() & 0xFFFF_FFFFL)) {
      throw new ZipException("its length is wrong");
    }
    inMember = false;
  }

  private void pass(long bytes) throws IOException {
    for (long i = 0; i < bytes; i++) {
      take();
    }
  }

  private void skipText(boolean present) throws IOException {
    boolean more = present;
    while (more) {
      more = take() != 0;
    }
  }

  private long takeNumber(int bytes) throws IOException {
    long number = 0;
    for (int i = 0; i < bytes; i++) {
      number |= (long) take() << (8 * i);
    }
    return number;
  }

  private int take() throws IOException {
    require(next < end || fill());
    return packed[next++] & 0xFF;
  }

  private static void require(boolean more) throws ZipException {
    if (!more) {
      throw new ZipException("it ends too early");
    }
  }

  private boolean fill() throws IOException {
    taken += end;
    next = 0;
    end = Math.max(0, in.read(packed, 0, packed.length));
    return end > 0;
  }

  @Override
  public void close() throws IOException {
    inflater.end();
    in.close();
  }
}
