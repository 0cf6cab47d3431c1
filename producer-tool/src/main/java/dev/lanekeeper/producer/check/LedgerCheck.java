package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.message.LedgerMessages;
import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.Reading;
import dev.lanekeeper.producer.read.RecordReader;
import dev.lanekeeper.producer.record.Belonging;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.ParsedRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.record.RawRecord;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks every record of every file, so that nothing is sent of a ledger that is wrong anywhere.
 * Goes on behind a problem to find them all. For one thread and one use; keeps per record no more
 * than a digest.
 */
public final class LedgerCheck {
  private final Sequencer sequencer = new Sequencer();
  private final Map<String, OrderCheck> orders = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, Long> leftOut = new HashMap<>();
  private boolean nobodys;
  private long problemCount;
  private long records;
  private long skippedRows;
  private @Nullable LargestBody largest;

  private final int shown;

  private LedgerCheck(int shown) {
    this.shown = shown;
  }

  /**
   * Checks the files, in the order in which they will be sent.
   *
   * @throws dev.lanekeeper.program.ProgramException when one cannot be read at all
   */
  public static CheckResult of(List<LedgerFile> files) {
    return of(files, 20);
  }

  /**
   * Checks the files, and keeps so many problems.
   *
   * @throws dev.lanekeeper.program.ProgramException when one cannot be read at all
   */
  public static CheckResult of(List<LedgerFile> files, int shown) {
    LedgerCheck check = new LedgerCheck(shown);
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
        Optional.ofNullable(check.largest),
        check.problems,
        check.problemCount,
        check.nobodys ? Optional.empty() : Optional.of(new LeftOut(check.leftOut)));
  }

  private void read(LedgerFile file, RecordReader opened) {
    boolean empty = true;
    try (RecordReader reader = opened) {
      Optional<Reading> next = reader.next();
      while (next.isPresent()) {
        Reading reading = next.get();
        empty &= reading instanceof Reading.Skipped;
        check(file, reading);
        next = reader.next();
      }
    } catch (IOException failure) {
      throw file.unreadable(failure);
    }
    if (empty) {
      nobodys = true;
      note(file.name() + ": no records");
    }
  }

  private void check(LedgerFile file, Reading reading) {
    if (reading instanceof Reading.Found found) {
      check(found.record(), file.parse(found.record()));
    } else if (reading instanceof Reading.Malformed malformed) {
      nobodys = true;
      note(malformed.position() + ": " + malformed.problem());
    } else {
      skippedRows++;
    }
  }

  private void check(RawRecord raw, ParsedRecord parsed) {
    Position position = raw.position();
    if (parsed instanceof ParsedRecord.Valid valid) {
      check(position, valid.record());
    } else if (parsed instanceof ParsedRecord.Invalid invalid) {
      invalid.problems().forEach(problem -> note(position + ": " + problem));
      Belonging.of(raw).ifPresentOrElse(this::leaveOut, () -> nobodys = true);
    }
  }

  private void check(Position position, LedgerRecord record) {
    records++;
    long sequence = sequencer.sequenceOf(record);
    byte[] body = LedgerMessages.body(record, sequence);
    LargestBody own = new LargestBody(position, body.length);
    largest = largest == null ? own : LargestBody.max(largest, own);
    if (body.length > MessageLimits.BODY_BYTES) {
      leaveOutFrom(record.orderId(), sequence);
      note(
          "%s: %d bytes as a message; at most %d, so shorten the note"
              .formatted(position, body.length, MessageLimits.BODY_BYTES));
    }
    OrderCheck order =
        orders.computeIfAbsent(
            record.orderId(), id -> new OrderCheck(record.sequence().isPresent()));
    order
        .problem(record, sequence, body)
        .ifPresent(
            problem -> {
              note(position + ": " + problem);
              // With and without seq there is no telling what comes first.
              leaveOutFrom(record.orderId(), order.isMixedBy(record) ? 0 : sequence);
            });
  }

  private void leaveOut(Belonging record) {
    long counted = sequencer.nextOf(record.orderId());
    leaveOutFrom(record.orderId(), record.numbered() ? record.sequence().orElse(0) : counted);
  }

  private void leaveOutFrom(String orderId, long sequence) {
    leftOut.merge(orderId, sequence, Math::min);
  }

  private void note(String problem) {
    problemCount++;
    if (problems.size() < shown) {
      problems.add(problem);
    }
  }
}
