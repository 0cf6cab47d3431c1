package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.read.Reading;
import dev.lanekeeper.producer.read.RecordReader;
import dev.lanekeeper.producer.record.Belonging;
import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.ParsedRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.record.RawRecord;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Reads files that were checked a second time, in the same order, with the same sequences, without
 * what is left out of them. Stateless.
 */
public final class CheckedRecords {
  private CheckedRecords() {}

  /**
   * Gives each record to a receiver, until it wants no more. Looks at each file before and behind
   * its records, so that a change while they are worked on does not pass for a good end.
   *
   * @return whether the receiver took all of them
   * @throws ProgramException when a file is not what it was when it was checked
   */
  public static boolean forEach(List<CheckedFile> files, Receiver receiver) {
    Sequencer sequencer = new Sequencer();
    for (CheckedFile file : files) {
      file.mustBeUnchanged();
      if (!forEach(file, sequencer, receiver)) {
        return false;
      }
      file.mustBeUnchanged();
    }
    return true;
  }

  /**
   * Gives each record that was checked, whatever stands behind them by now.
   *
   * @throws ProgramException when a file does not hold them any more
   */
  public static void recall(List<CheckedFile> files, Receiver receiver) {
    Sequencer sequencer = new Sequencer();
    boolean goOn = true;
    for (int i = 0; goOn && i < files.size(); i++) {
      goOn = forEach(files.get(i), sequencer, receiver);
    }
  }

  static boolean forEach(CheckedFile file, Sequencer sequencer, Receiver receiver) {
    try (RecordReader reader = file.open()) {
      boolean goOn = true;
      Optional<Reading> next = reader.next();
      while (goOn && next.isPresent()) {
        goOn = take(file, next.get(), sequencer, receiver);
        next = goOn ? reader.next() : Optional.empty();
      }
      return goOn;
    } catch (IOException failure) {
      throw file.file().unreadable(failure);
    }
  }

  private static boolean take(
      CheckedFile file, Reading reading, Sequencer sequencer, Receiver receiver) {
    if (reading instanceof Reading.Found found) {
      RawRecord raw = found.record();
      return take(
          file,
          raw.position(),
          file.file().parse(raw),
          () -> Belonging.of(raw),
          sequencer,
          receiver);
    }
    if (reading instanceof Reading.FoundOther other) {
      return take(file, other.position(), other.parsed(), other::belonging, sequencer, receiver);
    }
    if (reading instanceof Reading.Malformed) {
      throw file.changed();
    }
    return true;
  }

  private static boolean take(
      CheckedFile file,
      Position position,
      ParsedRecord parsed,
      Supplier<Optional<Belonging>> belonging,
      Sequencer sequencer,
      Receiver receiver) {
    if (parsed instanceof ParsedRecord.Valid valid) {
      FileRecord record = valid.record();
      long sequence = sequencer.sequenceOf(record);
      if (!file.leftOut().has(record.messageGroup(), sequence)) {
        return receiver.take(position, record, sequence);
      }
      receiver.leaveOut(record.messageGroup());
      return true;
    }
    String order =
        belonging
            .get()
            .map(Belonging::messageGroup)
            .filter(file.leftOut()::has)
            .orElseThrow(file::changed);
    receiver.leaveOut(order);
    return true;
  }

  /** Takes one record after the other. */
  public interface Receiver {
    /** Returns whether it wants the next one. */
    boolean take(Position position, FileRecord record, long sequence);

    /** Is told of a record, right or wrong, that is left out. */
    default void leaveOut(String orderId) {}
  }
}
