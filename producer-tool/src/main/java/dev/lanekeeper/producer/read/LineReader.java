package dev.lanekeeper.producer.read;

import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.util.Optional;

/**
 * Splits text at line feeds, and at nothing else, since JSON strings may hold other separators.
 * Bounded in memory. For one thread.
 */
final class LineReader implements Closeable {
  private final Reader reader;
  private final int longest;
  private final char[] buffer = new char[16 * 1024];
  private int position;
  private int limit;
  private long number;

  LineReader(Reader reader, int longest) {
    this.reader = reader;
    this.longest = longest;
  }

  /**
   * Returns the next line without its line feed; empty at the end.
   *
   * @throws MalformedTextException when the line is too long, or no UTF-8
   */
  Optional<String> next() throws IOException {
    StringBuilder line = new StringBuilder();
    number++;
    while (true) {
      if (position == limit && !fill()) {
        return line.isEmpty() ? Optional.empty() : Optional.of(line.toString());
      }
      int end = position;
      while (end < limit && buffer[end] != '\n') {
        end++;
      }
      line.append(buffer, position, end - position);
      position = end;
      if (line.length() > longest) {
        throw new MalformedTextException(
            number, "the line has more than %d characters; one record a line".formatted(longest));
      }
      if (position < limit) {
        position++;
        return Optional.of(line.toString());
      }
    }
  }

  /** The number of the line that was returned last, from 1. */
  long number() {
    return number;
  }

  private boolean fill() throws IOException {
    position = 0;
    limit = Math.max(0, reader.read(buffer, 0, buffer.length));
    return limit > 0;
  }

  @Override
  public void close() throws IOException {
    reader.close();
  }
}
