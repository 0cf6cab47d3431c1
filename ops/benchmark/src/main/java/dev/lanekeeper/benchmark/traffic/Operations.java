package dev.lanekeeper.benchmark.traffic;

/** Operations of many orders, interleaved, each order's in sequence. For one thread. */
public final class Operations {
  private final GroupDraw draw;
  private final long[] sequences;

  /** The same ones in the same order for the same numbers. */
  public Operations(Distribution distribution, int groups, long seed) {
    this.draw = new GroupDraw(distribution, groups, seed);
    this.sequences = new long[groups];
  }

  Operation next() {
    int group = draw.next();
    return new Operation("order-" + group, ++sequences[group]);
  }
}
