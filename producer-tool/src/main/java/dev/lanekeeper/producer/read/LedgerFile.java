package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.ParsedRecord;
import dev.lanekeeper.producer.record.RawRecord;
import dev.lanekeeper.producer.record.RecordParser;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.function.UnaryOperator;
import java.util.zip.ZipException;

/**
 * A file of ledger records, plain or gzip. Immutable.
 *
 * @param path where its bytes are
 * @param name what it is called in errors; its end tells the format, where the rules do not
 */
public record LedgerFile(Path path, Path name, ReadingRules rules) {

  public LedgerFile(Path path, ReadingRules rules) {
    this(path, path, rules);
  }

  /** A file in UTF-8 whose name tells its format. */
  public LedgerFile(Path path) {
    this(path, ReadingRules.DEFAULT);
  }

  /** Whether a file's name tells a format that can be read. */
  static boolean isNamedAsOne(Path file) {
    return InputFormat.ofName(file).isPresent();
  }

  /**
   * Opens it from its beginning.
   *
   * @throws ProgramException when it is missing, no regular file, or nothing tells its format
   */
  public RecordReader open() {
    return open(UnaryOperator.identity());
  }

  /**
   * Opens it from its beginning.
   *
   * @param through what its bytes, still packed, pass on their way
   * @throws ProgramException when it is missing, no regular file, or nothing tells its format
   */
  public RecordReader open(UnaryOperator<InputStream> through) {
    if (Files.exists(path) && !Files.isRegularFile(path)) {
      // It is read twice: once to check, once to send.
      throw new ProgramException(ExitCode.IO, name + ": not a regular file; save it as one first");
    }
    InputFormat format = format();
    try {
      InputStream plain = Compression.plain(through.apply(Files.newInputStream(path)));
      return format.read(name, StrictReader.of(plain, rules.encoding()), rules.otherData());
    } catch (NoSuchFileException missing) {
      throw new ProgramException(ExitCode.IO, name + ": there is no such file", missing);
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  /**
   * What it is read as.
   *
   * @throws ProgramException when nothing tells
   */
  public InputFormat format() {
    return rules
        .format()
        .or(() -> InputFormat.ofName(name))
        .orElseThrow(
            () ->
                new ProgramException(
                    ExitCode.USAGE,
                    name
                        + ": the name does not tell the format; name it .csv or .jsonl or"
                        + " .json, or give --input-format"));
  }

  /** Turns what {@link #open} gave into a record. */
  public ParsedRecord parse(RawRecord raw) {
    return RecordParser.parse(raw, rules.numbers());
  }

  /** The error for a file that could be opened, but not read to its end. */
  public ProgramException unreadable(IOException failure) {
    if (failure instanceof ZipException) {
      return new ProgramException(
          ExitCode.DATA,
          "%s: damaged gzip: %s; copy or compress the file again"
              .formatted(name, failure.getMessage()),
          failure);
    }
    return new ProgramException(
        ExitCode.IO, name + ": cannot be read: " + failure.getMessage(), failure);
  }
}
