package dev.lanekeeper.producer.generate;

import dev.lanekeeper.producer.record.LedgerRecord;
import java.io.IOException;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Makes up ledgers in which the operations of many orders stand interleaved, each order's in
 * sequence. The same numbers give the same records on every machine, since {@link Random} is
 * specified to the bit. Stateless.
 */
public final class LedgerGenerator {
  private static final OffsetDateTime BEGIN =
      OffsetDateTime.of(2026, 1, 1, 8, 0, 0, 0, ZoneOffset.UTC);

  private LedgerGenerator() {}

  /**
   * Makes up one ledger.
   *
   * @param orders how many orders, at least one
   * @param operations how many records, at least one for each order
   */
  public static void generate(int orders, int operations, long seed, Receiver receiver)
      throws IOException {
    generate(orders, operations, 0, seed, receiver);
  }

  /**
   * Makes up one ledger.
   *
   * @param orders how many orders, at least one
   * @param operations how many records, at least one for each order
   * @param skew the exponent of a Zipf distribution of the records over the orders; with 0 every
   *     order has its chance alike
   */
  public static void generate(int orders, int operations, double skew, long seed, Receiver receiver)
      throws IOException {
    if (skew == 0) {
      generateEvenly(orders, operations, seed, receiver);
    } else {
      generateSkewed(orders, operations, skew, seed, receiver);
    }
  }

  /** The bigger an order, the more often it comes, so that all orders go on to the end. */
  private static void generateSkewed(
      int orders, int operations, double skew, long seed, Receiver receiver) throws IOException {
    Random random = new Random(seed);
    int[] counts = Zipf.counts(orders, operations, skew, random);
    WeightedDraw left = new WeightedDraw(counts);
    List<GeneratedOrder> all = new ArrayList<>(orders);
    for (int i = 0; i < orders; i++) {
      all.add(new GeneratedOrder(i + 1, counts[i], random));
    }
    OffsetDateTime time = BEGIN;
    for (int i = 0; i < operations; i++) {
      time = after(time, random);
      receiver.take(all.get(left.draw(random)).next(time, random));
    }
  }

  private static OffsetDateTime after(OffsetDateTime time, Random random) {
    return time.plusSeconds(random.nextInt(60)).plusNanos(random.nextInt(1000) * 1_000_000L);
  }

  private static void generateEvenly(int orders, int operations, long seed, Receiver receiver)
      throws IOException {
    Random random = new Random(seed);
    List<GeneratedOrder> open = begin(orders, operations, random);
    OffsetDateTime time = BEGIN;
    while (!open.isEmpty()) {
      int index = random.nextInt(open.size());
      GeneratedOrder order = open.get(index);
      time = after(time, random);
      receiver.take(order.next(time, random));
      if (order.isComplete()) {
        GeneratedOrder lastOne = open.remove(open.size() - 1);
        if (index < open.size()) {
          open.set(index, lastOne);
        }
      }
    }
  }

  private static List<GeneratedOrder> begin(int orders, int operations, Random random) {
    int[] counts = new int[orders];
    for (int i = 0; i < operations; i++) {
      counts[i < orders ? i : random.nextInt(orders)]++;
    }
    List<GeneratedOrder> open = new ArrayList<>(orders);
    for (int i = 0; i < orders; i++) {
      open.add(new GeneratedOrder(i + 1, counts[i], random));
    }
    return open;
  }

  /** Takes one record after the other. */
  public interface Receiver {
    void take(LedgerRecord record) throws IOException;
  }
}
