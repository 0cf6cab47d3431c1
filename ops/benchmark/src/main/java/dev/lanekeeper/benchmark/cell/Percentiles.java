package dev.lanekeeper.benchmark.cell;

import java.util.Arrays;

/** Percentiles of values, each a value that was measured (the nearest rank). Immutable. */
final class Percentiles {
  private static final double ALL = 100;

  private final double[] sorted;

  Percentiles(double[] values) {
    if (values.length == 0) {
      throw new IllegalArgumentException("no values");
    }
    this.sorted = values.clone();
    Arrays.sort(sorted);
  }

  /** The least value that is not exceeded by so many of a hundred. */
  double at(double percent) {
    int rank = (int) Math.ceil(percent / ALL * sorted.length);
    return sorted[Math.max(1, rank) - 1];
  }
}
