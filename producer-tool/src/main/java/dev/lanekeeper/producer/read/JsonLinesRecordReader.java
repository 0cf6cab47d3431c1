package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.Position;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Optional;

/** Reads JSON Lines: one object a line. Blank lines are left out. For one thread. */
final class JsonLinesRecordReader implements RecordReader {
  private static final int LONGEST_LINE = 8 * 1024 * 1024;

  private final Path file;
  private final JsonLine rule;
  private final LineReader lines;
  private boolean ended;

  JsonLinesRecordReader(Path file, Reader reader, JsonLine rule) {
    this.file = file;
    this.rule = rule;
    this.lines = new LineReader(reader, LONGEST_LINE);
  }

  @Override
  public Optional<Reading> next() throws IOException {
    if (ended) {
      return Optional.empty();
    }
    try {
      return lines.next().map(this::reading);
    } catch (MalformedTextException malformed) {
      ended = true;
      return Optional.of(
          new Reading.Malformed(Position.ofLine(file, malformed.line()), malformed.problem()));
    }
  }

  private Reading reading(String line) {
    Position position = Position.ofLine(file, lines.number());
    if (line.isBlank()) {
      return new Reading.Skipped(position);
    }
    try {
      return rule.read(position, line);
    } catch (JsonObject.MalformedObjectException malformed) {
      return new Reading.Malformed(position, malformed.problem());
    }
  }

  @Override
  public void close() throws IOException {
    lines.close();
  }
}
