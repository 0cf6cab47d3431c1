package dev.lanekeeper.producer.read;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Decodes UTF-8 strictly: what is malformed is an error with its place, never a replacement
 * character. A byte order mark at the beginning is left out. For one thread.
 */
final class Utf8Reader extends Reader {
  private static final int BUFFER = 64 * 1024;

  private final InputStream in;
  private final CharsetDecoder decoder =
      UTF_8
          .newDecoder()
          .onMalformedInput(CodingErrorAction.REPORT)
          .onUnmappableCharacter(CodingErrorAction.REPORT);
  private final ByteBuffer bytes = ByteBuffer.allocate(BUFFER).flip();
  private long line = 1;
  private long offset;
  private boolean ended;

  private Utf8Reader(InputStream in) {
    this.in = in;
  }

  static Utf8Reader open(Path file) throws IOException {
    return of(Files.newInputStream(file));
  }

  static Utf8Reader of(InputStream in) throws IOException {
    Utf8Reader reader = new Utf8Reader(in);
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
    if (startsWith(0xEF, 0xBB, 0xBF)) {
      bytes.position(bytes.position() + 3);
      offset += 3;
    }
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
          return -1;
        }
        if (result.isOverflow()) {
          throw new IOException("the caller's buffer is too small for one character");
        }
        fill();
      }
    }
    return characters.position() - begin;
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
      return new MalformedTextException(line, "the file is UTF-16; save it as UTF-8");
    }
    return new MalformedTextException(
        line, "byte %d is not UTF-8; save the file as UTF-8".formatted(offset + 1));
  }

  @Override
  public void close() throws IOException {
    in.close();
  }
}
