package dev.lanekeeper.producer.generate;

import java.util.Random;

/**
 * Draws without putting back, in a number of steps that grows with the logarithm of how many there
 * are (a Fenwick tree). For one thread.
 */
final class WeightedDraw {
  private final int[] tree;
  private final int highest;
  private int left;

  /**
   * @param weights how often each may be drawn
   */
  WeightedDraw(int[] weights) {
    tree = new int[weights.length + 1];
    highest = Integer.highestOneBit(weights.length);
    for (int i = 0; i < weights.length; i++) {
      left += weights[i];
      tree[i + 1] += weights[i];
      int parent = (i + 1) + lowestBit(i + 1);
      if (parent < tree.length) {
        tree[parent] += tree[i + 1];
      }
    }
  }

  /** Returns which one is drawn, from 0. */
  int draw(Random random) {
    int rest = random.nextInt(left);
    int position = 0;
    for (int step = highest; step > 0; step /= 2) {
      int next = position + step;
      if (next < tree.length && tree[next] <= rest) {
        position = next;
        rest -= tree[next];
      }
    }
    left--;
    for (int i = position + 1; i < tree.length; i += lowestBit(i)) {
      tree[i]--;
    }
    return position;
  }

  private static int lowestBit(int number) {
    return number & -number;
  }
}
