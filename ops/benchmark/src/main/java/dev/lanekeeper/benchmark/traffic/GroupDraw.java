package dev.lanekeeper.benchmark.traffic;

import java.util.Arrays;
import java.util.Random;

/** Draws message groups, the same ones in the same order for the same seed. For one thread. */
final class GroupDraw {
  private final double[] cumulated;
  private final Random random;

  GroupDraw(Distribution distribution, int groups, long seed) {
    this.random = new Random(seed);
    this.cumulated = new double[groups];
    double sum = 0;
    for (int i = 0; i < groups; i++) {
      sum += distribution.weight(i + 1);
      cumulated[i] = sum;
    }
  }

  /** The next one, from 0. */
  int next() {
    int last = cumulated.length - 1;
    int found = Arrays.binarySearch(cumulated, random.nextDouble() * cumulated[last]);
    return Math.min(found < 0 ? -found - 1 : found + 1, last);
  }
}
