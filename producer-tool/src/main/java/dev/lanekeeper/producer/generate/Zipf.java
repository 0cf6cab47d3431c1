package dev.lanekeeper.producer.generate;

import java.util.Arrays;
import java.util.Random;

/** Zipf's distribution: the n-th of all has a chance of 1 / n^s. Stateless. */
final class Zipf {
  private Zipf() {}

  /** Deals records out to orders, at least one to each. */
  static int[] counts(int orders, int records, double skew, Random random) {
    double[] cumulated = new double[orders];
    double sum = 0;
    for (int i = 0; i < orders; i++) {
      sum += StrictMath.pow(i + 1, -skew); // The same on every machine.
      cumulated[i] = sum;
    }
    int[] counts = new int[orders];
    Arrays.fill(counts, 1);
    for (int i = orders; i < records; i++) {
      int found = Arrays.binarySearch(cumulated, random.nextDouble() * sum);
      counts[Math.min(found < 0 ? -found - 1 : found, orders - 1)]++;
    }
    return counts;
  }
}
