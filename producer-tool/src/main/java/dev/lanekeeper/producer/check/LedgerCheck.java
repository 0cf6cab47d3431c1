package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.Reading;
import dev.lanekeeper.producer.read.RecordReader;
import dev.lanekeeper.producer.record.Belonging;
import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.ParsedRecord;
import dev.lanekeeper.producer.record.Position;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks every record of every file, so that nothing is sent of a ledger that is wrong anywhere.
 * Goes on behind a problem to find them all. For one thread and one use; keeps a little for each
 * order, and nothing in memory for each record.
 */
public final class LedgerCheck {
  private static final int SHOWN = 20;

  private final Sequencer sequencer = new Sequencer();
  private final Map<String, OrderCheck> orders = new HashMap<>();
  private final List<String> problems = new ArrayList<>();
  private final Map<String, WrongOrders.Wrong> wrong = new HashMap<>();
  private final Consumer<String> listener;
  private final boolean wholeOrders;
  private boolean nobodys;
  private long problemCount;
  private long records;
  private long skippedRows;
  private @Nullable LargestBody largest;

  private LedgerCheck(boolean wholeOrders, Consumer<String> listener) {
    this.wholeOrders = wholeOrders;
    this.listener = listener;
  }

  /**
   * Checks the files, in the order in which they will be sent.
   *
   * @throws dev.lanekeeper.program.ProgramException when one cannot be read at all
   */
  public static CheckResult of(List<LedgerFile> files) {
    return of(files, false, problem -> {});
  }

  /**
   * Checks the files, in the order in which they will be sent.
   *
   * @param wholeOrders whether they hold each order from its first record on
   * @param listener is told every problem
   * @throws dev.lanekeeper.program.ProgramException when one cannot be read at all
   */
  public static CheckResult of(
      List<LedgerFile> files, boolean wholeOrders, Consumer<String> listener) {
    LedgerCheck check = new LedgerCheck(wholeOrders, listener);
    List<CheckedFile> checked = new ArrayList<>();
    try (AcrossRecords across = new AcrossRecords(files)) {
      for (int i = 0; i < files.size(); i++) {
        BlockSums sums = new BlockSums();
        RecordReader reader = files.get(i).open(sums::remembering);
        checked.add(CheckedFile.of(files.get(i), sums));
        check.read(i, files.get(i), reader, across);
      }
      if (check.orders.values().stream().anyMatch(OrderCheck::mayRepeat)) {
        across.addRepeats(check.orders);
      }
      across.forEachProblem(check.orders.values(), check::note);
    }
    return new CheckResult(
        checked,
        check.records,
        0,
        check.orders.size(),
        check.skippedRows,
        Optional.ofNullable(check.largest),
        check.problems,
        check.problemCount,
        check.nobodys ? Optional.empty() : Optional.of(new WrongOrders(check.wrong)));
  }

  private void read(int index, LedgerFile file, RecordReader opened, AcrossRecords across) {
    boolean empty = true;
    try (RecordReader reader = opened) {
      Optional<Reading> next = reader.next();
      while (next.isPresent()) {
        Reading reading = next.get();
        empty &= reading instanceof Reading.Skipped;
        check(index, file, reading, across);
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

  private void check(int index, LedgerFile file, Reading reading, AcrossRecords across) {
    if (reading instanceof Reading.Found found) {
      Position position = found.record().position();
      check(
          index,
          position,
          file.parse(found.record()),
          () -> Belonging.of(found.record()),
          record -> check(index, position, record, across));
    } else if (reading instanceof Reading.FoundOther other) {
      check(
          index,
          other.position(),
          other.parsed(),
          other::belonging,
          record -> check(index, other.position(), record, across));
    } else if (reading instanceof Reading.Malformed malformed) {
      nobodys = true;
      note(malformed.position() + ": " + malformed.problem());
    } else {
      skippedRows++;
    }
  }

  private void check(
      int file,
      Position position,
      ParsedRecord parsed,
      Supplier<Optional<Belonging>> belonging,
      Consumer<FileRecord> next) {
    if (parsed instanceof ParsedRecord.Valid valid) {
      next.accept(valid.record());
    } else if (parsed instanceof ParsedRecord.Invalid invalid) {
      invalid.problems().forEach(problem -> note(position + ": " + problem));
      belonging.get().ifPresentOrElse(of -> addWrong(of, file, position), () -> nobodys = true);
    }
  }

  private void check(int file, Position position, FileRecord record, AcrossRecords across) {
    records++;
    String group = record.messageGroup();
    long sequence = sequencer.sequenceOf(record);
    LargestBody own = new LargestBody(position, RecordMessages.body(record, sequence).length);
    largest = largest == null ? own : LargestBody.max(largest, own);
    if (own.bytes() > MessageLimits.BODY_BYTES) {
      addWrong(group, file, position, sequence);
      note(
          "%s: %d bytes as a message; at most %d, so shorten it"
              .formatted(position, own.bytes(), MessageLimits.BODY_BYTES));
    }
    OrderCheck order =
        orders.computeIfAbsent(
            group, id -> new OrderCheck(id, orders.size(), record.sequence().isPresent()));
    Optional<String> problem = order.problem(record, sequence);
    if (problem.isPresent()) {
      note(position + ": " + problem.get());
      // With and without seq there is no telling what comes first.
      addWrong(group, file, position, order.isMixedBy(record) ? 0 : sequence);
      return;
    }
    Place place = new Place(file, position, order, sequence);
    record.choose(
        ledger -> {
          if (wholeOrders) {
            across.addLife(ledger, place);
          }
          return true;
        },
        other -> {
          across.addIdentity(other, place);
          return true;
        });
  }

  private void note(AcrossRecords.Problem problem) {
    note(problem.position() + ": " + problem.text());
    addWrong(problem.messageGroup(), problem.file(), problem.position(), problem.sequence());
  }

  private void addWrong(Belonging record, int file, Position position) {
    long counted = sequencer.nextOf(record.messageGroup());
    addWrong(
        record.messageGroup(),
        file,
        position,
        record.numbered() ? record.sequence().orElse(Long.MAX_VALUE) : counted);
  }

  private void addWrong(String messageGroup, int file, Position position, long sequence) {
    wrong.merge(
        messageGroup, new WrongOrders.Wrong(file, position, sequence), WrongOrders.Wrong::and);
  }

  private void note(String problem) {
    problemCount++;
    listener.accept(problem);
    if (problems.size() < SHOWN) {
      problems.add(problem);
    }
  }
}
