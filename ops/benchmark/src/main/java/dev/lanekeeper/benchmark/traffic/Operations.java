package dev.lanekeeper.benchmark.traffic;

import java.util.function.IntSupplier;
import java.util.stream.IntStream;

/** Operations of many orders, interleaved, each order's in sequence. For one thread. */
public final class Operations {
  private final IntSupplier draw;
  private final long[] sequences;

  /** The same ones in the same order for the same numbers. */
  public Operations(Distribution distribution, int groups, long seed) {
    this(new GroupDraw(distribution, groups, seed)::next, groups);
  }

  private Operations(IntSupplier draw, int groups) {
    this.draw = draw;
    this.sequences = new long[groups];
  }

  /** One operation of each order, then another one of each, and so on. */
  public static Operations inTurn(int groups) {
    return new Operations(
        IntStream.iterate(0, group -> (group + 1) % groups).iterator()::nextInt, groups);
  }

  Operation next() {
    int group = draw.getAsInt();
    return new Operation("order-" + group, ++sequences[group]);
  }
}
