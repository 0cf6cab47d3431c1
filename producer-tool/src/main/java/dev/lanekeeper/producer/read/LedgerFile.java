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
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.zip.ZipException;

/** A file of ledger records, plain or gzip. Immutable. */
public final class LedgerFile {
  private final Source source;
  private final Path name;
  private final ReadingRules rules;

  private LedgerFile(Source source, Path name, ReadingRules rules) {
    this.source = source;
    this.name = name;
    this.rules = rules;
  }

  /**
   * A file with a name of its own in errors.
   *
   * @param path where its bytes are
   * @param name what it is called; its end tells the format, where the rules do not
   */
  public LedgerFile(Path path, Path name, ReadingRules rules) {
    this(new Source.OnDisk(path), name, rules);
  }

  public LedgerFile(Path path, ReadingRules rules) {
    this(path, path, rules);
  }

  /** A file in UTF-8 whose name tells its format. */
  public LedgerFile(Path path) {
    this(path, ReadingRules.DEFAULT);
  }

  /** Standard input, which has been read. */
  static LedgerFile ofStandardInput(Spool input, ReadingRules rules) {
    return new LedgerFile(input, Path.of("standard input"), rules);
  }

  /** Where it is; empty for standard input, which nobody can read again. */
  public Optional<Path> path() {
    return source instanceof Source.OnDisk file ? Optional.of(file.path()) : Optional.empty();
  }

  /** What it is called in errors. */
  public Path name() {
    return name;
  }

  public ReadingRules rules() {
    return rules;
  }

  /** Its bytes from their beginning, still packed. */
  public InputStream bytes() throws IOException {
    return source.open();
  }

  /**
   * Looks at it from outside.
   *
   * @throws ProgramException when it is not there any more
   */
  public FileLook look() {
    try {
      return source.look();
    } catch (IOException failure) {
      throw unreadable(failure);
    }
  }

  /** Whether a file's name tells a format that can be read. */
  public static boolean isNamedAsOne(Path file) {
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
    if (path().filter(LedgerFile::cannotBeReadTwice).isPresent()) {
      throw new ProgramException(ExitCode.IO, name + ": not a regular file; save it as one first");
    }
    InputFormat format = format();
    try {
      InputStream plain = Compression.plain(through.apply(bytes()));
      return format.read(name, StrictReader.of(plain, rules.encoding()), rules.otherData());
    } catch (NoSuchFileException missing) {
      throw new ProgramException(ExitCode.IO, name + ": there is no such file", missing);
    } catch (IOException unreadable) {
      throw unreadable(unreadable);
    }
  }

  /** It is read once to check, once to send. */
  private static boolean cannotBeReadTwice(Path path) {
    return Files.exists(path) && !Files.isRegularFile(path);
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
