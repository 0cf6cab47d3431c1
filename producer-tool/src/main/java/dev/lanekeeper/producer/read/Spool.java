package dev.lanekeeper.producer.read;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;

/**
 * Standard input in a temporary file, since a ledger is read more than once. The file loses its
 * name as soon as it is open, and so goes with this process, however that ends; nobody else can
 * change it. Open until then. For one thread.
 */
final class Spool implements Source {
  private final FileChannel file;
  private final FileLook look;

  private Spool(FileChannel file, FileLook look) {
    this.file = file;
    this.look = look;
  }

  /** Takes all of it. */
  static Spool of(InputStream input) throws IOException {
    Path path = Files.createTempFile("lanekeeper-ledger", ".spool");
    FileChannel file =
        FileChannel.open(
            path,
            StandardOpenOption.READ,
            StandardOpenOption.WRITE,
            StandardOpenOption.DELETE_ON_CLOSE);
    try {
      input.transferTo(Channels.newOutputStream(file));
      return new Spool(file, new FileLook(file.size(), FileTime.fromMillis(0)));
    } catch (IOException | RuntimeException failure) {
      file.close();
      throw failure;
    }
  }

  @Override
  public InputStream open() {
    return new FromBeginning();
  }

  @Override
  public FileLook look() {
    return look;
  }

  /** Reads at its own place, so that there may be several. */
  private final class FromBeginning extends InputStream {
    private long position;

    @Override
    public int read() throws IOException {
      byte[] one = new byte[1];
      return read(one, 0, 1) < 0 ? -1 : one[0] & 0xFF;
    }

    @Override
    public int read(byte[] buffer, int start, int length) throws IOException {
      int read = file.read(ByteBuffer.wrap(buffer, start, length), position);
      position += Math.max(0, read);
      return read;
    }
  }
}
