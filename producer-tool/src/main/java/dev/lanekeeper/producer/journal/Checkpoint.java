package dev.lanekeeper.producer.journal;

import dev.lanekeeper.producer.journal.Confirmed.Range;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The file that says which records of a ledger are confirmed: JSON Lines, the first with what is
 * sent where, each other one a range of record numbers. For one thread.
 */
final class Checkpoint implements AutoCloseable {
  private static final Pattern RANGE =
      Pattern.compile("\\{\"from\":(\\d{1,18}),\"to\":(\\d{1,18})}");

  /** Lines until the file is written anew, with few ranges for many. */
  private static final int LINES = 1_000_000;

  private final Path path;
  private final Sending sending;
  private final Confirmed confirmed;
  private AppendedFile file;
  private int lines;

  private Checkpoint(Path path, Sending sending, Confirmed confirmed) {
    this.path = path;
    this.sending = sending;
    this.confirmed = confirmed;
    this.file = written();
  }

  /**
   * Goes on with the file where there is one, else begins it.
   *
   * @throws dev.lanekeeper.program.ProgramException when it is about something else, or cannot be
   *     written
   */
  static Checkpoint open(Path path, Sending sending) {
    return new Checkpoint(path, sending, read(path, sending));
  }

  private static Confirmed read(Path path, Sending sending) {
    Confirmed confirmed = new Confirmed();
    if (!Files.exists(path)) {
      return confirmed;
    }
    try (BufferedReader reader = Files.newBufferedReader(path)) {
      String line = reader.readLine();
      sending.mustMatch(path, Sending.read(path, line == null ? "" : line));
      line = reader.readLine();
      while (line != null) {
        Matcher range = RANGE.matcher(line);
        if (range.matches()) { // All but a last one that was half written.
          confirmed.add(new Range(Long.parseLong(range.group(1)), Long.parseLong(range.group(2))));
        }
        line = reader.readLine();
      }
      return confirmed;
    } catch (IOException failure) {
      throw Sending.notACheckpoint(path);
    }
  }

  /** Writes it beside, then puts it in the place of the old one, so that one is always whole. */
  private AppendedFile written() {
    Path beside = beside(path);
    try (AppendedFile anew = AppendedFile.create(beside)) {
      anew.append(sending.line());
      confirmed.ranges().forEach(range -> anew.append(line(range)));
      anew.sync();
    }
    try {
      Files.move(beside, path, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException failure) {
      throw AppendedFile.unwritable(path, failure);
    }
    lines = 0;
    return AppendedFile.goOn(path);
  }

  /** Where it is written anew, before that takes its place. */
  static Path beside(Path checkpoint) {
    return checkpoint.resolveSibling(checkpoint.getFileName() + ".new");
  }

  private static String line(Range range) {
    return "{\"from\":" + range.from() + ",\"to\":" + range.to() + "}";
  }

  /** What the file says, with what has been confirmed since. */
  Confirmed confirmed() {
    return confirmed;
  }

  boolean isEmpty() {
    return confirmed.size() == 0;
  }

  /** Writes that these, which {@link #confirmed} has already, are confirmed. */
  void append(Range range) {
    file.append(line(range));
    if (++lines >= LINES) {
      file.close();
      file = written();
    }
  }

  void sync() {
    file.sync();
  }

  /** Removes it: there is nothing to go on with. */
  void delete() {
    file.close();
    try {
      Files.deleteIfExists(path);
    } catch (IOException failure) {
      throw AppendedFile.unwritable(path, failure);
    }
  }

  @Override
  public void close() {
    file.close();
  }
}
