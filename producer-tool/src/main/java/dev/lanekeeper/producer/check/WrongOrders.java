package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.program.sort.SortedRows;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The orders that have wrong records, and how much of each can be sent without a hole. A wrong
 * record's own sequence may be what is wrong with it, so its place in the files counts too.
 * Immutable.
 *
 * @param orders what is wrong, by order id
 */
public record WrongOrders(Map<String, Wrong> orders) {
  public WrongOrders {
    orders = Map.copyOf(orders);
  }

  /**
   * The wrong records of one order. Immutable.
   *
   * @param file in which the first one stands, from 0
   * @param position where it stands
   * @param sequence the lowest that one of them has; as large as can be where none can be read
   */
  public record Wrong(int file, Position position, long sequence) {
    private static final Comparator<Wrong> BY_PLACE =
        Comparator.comparingInt(Wrong::file)
            .thenComparingLong(wrong -> wrong.position.line())
            .thenComparingLong(wrong -> wrong.position.record().orElse(-1));

    /** These and others of the same order. */
    Wrong and(Wrong other) {
      Wrong first = BY_PLACE.compare(this, other) <= 0 ? this : other;
      return new Wrong(first.file, first.position, Math.min(sequence, other.sequence));
    }

    /** Whether a right record stands in front of all of them, and its sequence too. */
    private boolean leaves(int itsFile, Position itsPosition, long itsSequence) {
      return itsSequence < sequence
          && BY_PLACE.compare(new Wrong(itsFile, itsPosition, itsSequence), this) < 0;
    }
  }

  /**
   * What must not be sent: of each of these orders all but the records in front of its first wrong
   * one that have the sequences 1, 2, 3 and so on, up to the first gap or the sequence of a wrong
   * one. Reads the files again.
   */
  LeftOut leftOut(List<CheckedFile> files) {
    if (orders.isEmpty()) {
      return LeftOut.NOTHING;
    }
    List<String> names = List.copyOf(orders.keySet());
    Map<String, Integer> numbers = new HashMap<>();
    names.forEach(name -> numbers.put(name, numbers.size()));
    long[] next = new long[names.size()];
    Arrays.fill(next, 1);
    try (SortedRows inFront = new SortedRows(2)) {
      collect(files, numbers, inFront);
      inFront.forEach(
          row -> {
            if (row[1] == next[(int) row[0]]) {
              next[(int) row[0]]++;
            }
          });
    }
    Map<String, Long> from = new HashMap<>();
    names.forEach(name -> from.put(name, next[from.size()]));
    return new LeftOut(from);
  }

  private void collect(List<CheckedFile> files, Map<String, Integer> numbers, SortedRows inFront) {
    Map<String, Long> nothing = new HashMap<>();
    numbers.keySet().forEach(name -> nothing.put(name, Long.MAX_VALUE));
    LeftOut onlyWhatIsNoRecord = new LeftOut(nothing);
    Sequencer sequencer = new Sequencer();
    for (int i = 0; i < files.size(); i++) {
      int file = i;
      CheckedRecords.forEach(
          files.get(i).without(onlyWhatIsNoRecord),
          sequencer,
          (position, record, sequence) -> {
            Wrong wrong = orders.get(record.messageGroup());
            if (wrong != null && wrong.leaves(file, position, sequence)) {
              inFront.add(numbers.getOrDefault(record.messageGroup(), 0), sequence);
            }
            return true;
          });
    }
  }
}
