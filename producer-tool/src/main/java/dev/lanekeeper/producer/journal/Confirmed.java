package dev.lanekeeper.producer.journal;

import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;

/**
 * The numbers of the records that are confirmed. Takes no more memory than there are numbers beyond
 * the first one that is missing. For one thread.
 */
final class Confirmed {
  private final TreeSet<Long> beyond = new TreeSet<>();
  private long prefix;
  private long size;

  /** Numbers from one to another, both included. Immutable. */
  record Range(long from, long to) {}

  void add(Range range) {
    for (long number = Math.max(range.from(), prefix); number <= range.to(); number++) {
      if (number == prefix) {
        prefix++;
        size++;
        closeUp();
      } else if (beyond.add(number)) {
        size++;
      }
    }
  }

  private void closeUp() {
    while (beyond.remove(prefix)) {
      prefix++;
    }
  }

  boolean contains(long number) {
    return number < prefix || beyond.contains(number);
  }

  long size() {
    return size;
  }

  /** The same in as few ranges as it takes. */
  List<Range> ranges() {
    List<Range> ranges = new ArrayList<>();
    if (prefix > 0) {
      ranges.add(new Range(0, prefix - 1));
    }
    for (long number : beyond) {
      int last = ranges.size() - 1;
      if (last >= 0 && ranges.get(last).to() == number - 1) {
        ranges.set(last, new Range(ranges.get(last).from(), number));
      } else {
        ranges.add(new Range(number, number));
      }
    }
    return ranges;
  }
}
