package dev.lanekeeper.producer.read;

import static java.nio.charset.StandardCharsets.UTF_16BE;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;

/**
 * Decodes text strictly: what is malformed is an error with its place, never a replacement
 * character. A byte order mark at the beginning is left out. For one thread.
 */
final class StrictReader extends Reader {
  private static final int BUFFER = 64 * 1024;

  private final InputStream in;
  private final Charset encoding;
  private final CharsetDecoder decoder;
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private long line = 1;
  private long offset;
  private boolean ended;
  private boolean flushed;

  private StrictReader(InputStream in, Charset encoding) {
    this.in = in;
    this.encoding = encoding;
    this.decoder =
        encoding
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
  }

  /** Reads from a stream, which it closes at its own end. */
  static StrictReader of(InputStream in, Charset encoding) throws IOException {
    StrictReader reader = new StrictReader(in, encoding);
    try {
      reader.fill();
      reader.skipByteOrderMark();
    } catch (IOException | RuntimeException failure) {
      in.close();
      throw failure;
    }
    return reader;
  }

  private void skipByteOrderMark() {
    int length = 0;
    if (encoding.equals(UTF_8) && startsWith(0xEF, 0xBB, 0xBF)) {
      length = 3;
    } else if ((encoding.equals(UTF_16LE) && startsWith(0xFF, 0xFE))
        || (encoding.equals(UTF_16BE) && startsWith(0xFE, 0xFF))) {
      length = 2;
    }
    bytes.position(bytes.position() + length);
    offset += length;
  }

  private boolean startsWith(int... values) {
    for (int i = 0; i < values.length; i++) {
      if (bytes.limit() <= i || (bytes.get(i) & 0xFF) != values[i]) {
        return false;
      }
    }
    return true;
  }

  @Override
  public int read(char[] buffer, int start, int length) throws IOException {
    CharBuffer characters = CharBuffer.wrap(buffer, start, length);
    int begin = characters.position();
    if (flushed) {
      return -1;
    }
    while (characters.position() == begin) {
      int before = bytes.position();
      CoderResult result = decoder.decode(bytes, characters, ended);
      offset += bytes.position() - before;
      count(buffer, start, characters.position() - begin);
      if (result.isError()) {
        if (characters.position() > begin) {
          break; // The error comes again with the next call, behind what was right.
        }
        throw malformed();
      }
      if (characters.position() == begin) {
        if (ended) {
          return flush(characters, begin);
        }
        if (result.isOverflow()) {
          throw new IOException("the caller's buffer is too small for one character");
        }
        fill();
      }
    }
    return characters.position() - begin;
  }

  /** Some encodings hold back what only the end makes clear. */
  private int flush(CharBuffer characters, int begin) {
    if (!flushed) {
      decoder.flush(characters);
      flushed = true;
    }
    return characters.position() > begin ? characters.position() - begin : -1;
  }

  private void fill() throws IOException {
    bytes.compact();
    int read = in.read(bytes.array(), bytes.position(), bytes.remaining());
    if (read < 0) {
      ended = true;
    } else {
      bytes.position(bytes.position() + read);
    }
    bytes.flip();
  }

  private void count(char[] buffer, int start, int length) {
    for (int i = start; i < start + length; i++) {
      if (buffer[i] == '\n') {
        line++;
      }
    }
  }

  private MalformedTextException malformed() {
    if (offset == 0 && (startsWith(0xFF, 0xFE) || startsWith(0xFE, 0xFF))) {
      return new MalformedTextException(
          line, "the file is UTF-16; save it as UTF-8, or add --encoding UTF-16");
    }
    return new MalformedTextException(
        line,
        "byte %d is not %s; save the file as UTF-8, or name its encoding with --encoding"
            .formatted(offset + 1, encoding));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
