package dev.lanekeeper.program.sort;

import java.util.Arrays;

/** Sorted rows, one after the other; compared by the row that it stands at. For one thread. */
interface Run extends Comparable<Run> {
  /** Whether it stands at a row. */
  boolean hasRow();

  /** The row that it stands at. */
  long[] head();

  void advance();

  @Override
  default int compareTo(Run other) {
    return Arrays.compare(head(), other.head());
  }
}
