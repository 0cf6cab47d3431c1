package dev.lanekeeper.producer.read;

import java.io.IOException;
import java.io.InputStream;
import java.io.PushbackInputStream;

/** Takes gzip off, which is told by its first two bytes (RFC 1952), since no text begins so. */
final class Compression {
  private Compression() {}

  static InputStream plain(InputStream in) throws IOException {
    PushbackInputStream stream = new PushbackInputStream(in, 2);
    try {
      byte[] head = stream.readNBytes(2);
      stream.unread(head);
      boolean compressed = head.length == 2 && (head[0] & 0xFF) == 0x1F && (head[1] & 0xFF) == 0x8B;
      return compressed ? new GzipMembers(stream) : stream;
    } catch (IOException failure) {
      in.close();
      throw failure;
    }
  }
}
