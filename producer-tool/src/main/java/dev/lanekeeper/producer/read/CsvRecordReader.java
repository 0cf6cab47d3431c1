package dev.lanekeeper.producer.read;

import de.siegmar.fastcsv.reader.CloseableIterator;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.lanekeeper.producer.record.Position;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads CSV as RFC 4180 has it: a header, commas, double quotes. The separator is never guessed, a
 * short row never filled up. For one thread.
 */
final class CsvRecordReader implements RecordReader {
  /** More than a message may hold, and the limit of what an unclosed quote can swallow. */
  private static final int LONGEST_FIELD = 8 * 1024 * 1024;

  private static final Pattern STARTING_LINE = Pattern.compile("starting at line (\\d+)");

  private final Path file;
  private final CloseableIterator<CsvRecord> rows;
  private final Queue<Reading> headerProblems = new ArrayDeque<>();
  private final CsvRows rule;
  private int columns;
  private boolean headerRead;
  private boolean ended;
  private long records;

  CsvRecordReader(Path file, Reader reader, CsvRows rule) {
    this.file = file;
    this.rule = rule;
    this.rows =
        CsvReader.builder()
            .skipEmptyLines(false)
            .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
            .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
            .allowUnclosedQuote(false)
            .maxBufferSize(LONGEST_FIELD)
            .ofCsvRecord(reader)
            .iterator();
  }

  @Override
  public Optional<Reading> next() throws IOException {
    try {
      if (!headerRead) {
        readHeader();
      }
      if (!headerProblems.isEmpty()) {
        return Optional.of(headerProblems.remove());
      }
      return ended || !rows.hasNext() ? Optional.empty() : Optional.of(reading(rows.next()));
    } catch (CsvParseException malformed) {
      ended = true;
      return Optional.of(malformed(String.valueOf(malformed.getMessage())));
    } catch (UncheckedIOException failure) {
      ended = true;
      if (failure.getCause() instanceof MalformedTextException malformed) {
        Position position = Position.ofLine(file, malformed.line());
        return Optional.of(new Reading.Malformed(position, malformed.problem()));
      }
      throw failure.getCause();
    }
  }

  private void readHeader() {
    headerRead = true;
    if (!rows.hasNext()) {
      return;
    }
    CsvRecord row = rows.next();
    columns = row.getFieldCount();
    Position position = Position.ofLine(file, row.getStartingLineNumber());
    rule.begin(row.getFields())
        .forEach(problem -> headerProblems.add(new Reading.Malformed(position, problem)));
    ended = !headerProblems.isEmpty();
  }

  private Reading reading(CsvRecord row) {
    if (isEmpty(row)) {
      return new Reading.Skipped(Position.ofLine(file, row.getStartingLineNumber()));
    }
    records++;
    Position position = position(row.getStartingLineNumber());
    if (row.getFieldCount() != columns) {
      return new Reading.Malformed(
          position,
          "%d fields where the header has %d; %s"
              .formatted(
                  row.getFieldCount(),
                  columns,
                  row.getFieldCount() < columns
                      ? "write a comma for each empty field"
                      : "quote a field that holds a comma"));
    }
    return rule.read(position, row);
  }

  private static boolean isEmpty(CsvRecord row) {
    for (int i = 0; i < row.getFieldCount(); i++) {
      if (!row.getField(i).isEmpty()) {
        return false;
      }
    }
    return true;
  }

  /** With the record's number once lines and records do not run side by side any more. */
  private Position position(long line) {
    return new Position(
        file, line, line == records + 1 ? OptionalLong.empty() : OptionalLong.of(records));
  }

  private Reading malformed(String message) {
    Matcher matcher = STARTING_LINE.matcher(message);
    long line = matcher.find() ? Long.parseLong(matcher.group(1)) : 1;
    String problem =
        message.startsWith("Unexpected character")
            ? "text behind a closing quote; write a quote within a field twice"
            : "a quote opens here and never closes; close it, or write it twice within a field";
    return new Reading.Malformed(Position.ofLine(file, line), problem);
  }

  @Override
  public void close() throws IOException {
    rows.close();
  }
}
