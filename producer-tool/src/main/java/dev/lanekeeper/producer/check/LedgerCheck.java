package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.LedgerMessages;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.Reading;
import dev.lanekeeper.producer.read.RecordReader;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.ParsedRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.record.RecordParser;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks every record of every file, so that nothing is sent of a ledger that is wrong anywhere.
 * Goes on behind a problem to find them all. For one thread and one use; keeps per record no more
 * than a digest.
 */
public final class LedgerCheck {
  private static final int SHOWN = 20;
  private static final int LARGEST_BODY = 4 * 1024 * 1024; // RocketMQ's default.

  private final Sequencer sequencer = new Sequencer();
  private final Map<String, OrderCheck> orders = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private long problemCount;
  private long records;
  private long skippedRows;

  private LedgerCheck() {}

  /**
   * Checks the files, in the order in which they will be sent.
   *
   * @throws dev.lanekeeper.program.ProgramException when one cannot be read at all
   */
  public static CheckResult of(List<LedgerFile> files) {
    LedgerCheck check = new LedgerCheck();
    List<CheckedFile> checked = new ArrayList<>();
    for (LedgerFile file : files) {
      RecordReader reader = file.open();
      checked.add(CheckedFile.of(file));
      check.read(file, reader);
    }
    return new CheckResult(
        checked,
        check.records,
        check.orders.size(),
        check.skippedRows,
        check.problems,
        check.problemCount);
  }

  private void read(LedgerFile file, RecordReader opened) {
    boolean empty = true;
    try (RecordReader reader = opened) {
      Optional<Reading> next = reader.next();
      while (next.isPresent()) {
        Reading reading = next.get();
        empty &= reading instanceof Reading.Skipped;
        check(reading);
        next = reader.next();
      }
    } catch (IOException failure) {
      throw file.unreadable(failure);
    }
    if (empty) {
      note(file.path() + ": no records");
    }
  }

  private void check(Reading reading) {
    if (reading instanceof Reading.Found found) {
      check(found.record().position(), RecordParser.parse(found.record()));
    } else if (reading instanceof Reading.Malformed malformed) {
      note(malformed.position() + ": " + malformed.problem());
    } else {
      skippedRows++;
    }
  }

  private void check(Position position, ParsedRecord parsed) {
    if (parsed instanceof ParsedRecord.Valid valid) {
      check(position, valid.record());
    } else if (parsed instanceof ParsedRecord.Invalid invalid) {
      invalid.problems().forEach(problem -> note(position + ": " + problem));
    }
  }

  private void check(Position position, LedgerRecord record) {
    records++;
    LedgerMessage message = LedgerMessages.of(record, sequencer.sequenceOf(record));
    if (message.body().length > LARGEST_BODY) {
      note(
          "%s: %d bytes as a message; at most %d, so shorten the note"
              .formatted(position, message.body().length, LARGEST_BODY));
    }
    orders
        .computeIfAbsent(record.orderId(), id -> new OrderCheck(record.sequence().isPresent()))
        .problem(record, message)
        .ifPresent(problem -> note(position + ": " + problem));
  }

  private void note(String problem) {
    problemCount++;
    if (problems.size() < SHOWN) {
      problems.add(problem);
    }
  }
}
