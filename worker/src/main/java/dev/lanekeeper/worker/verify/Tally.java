package dev.lanekeeper.worker.verify;

import dev.lanekeeper.program.sort.SortedRows;
import dev.lanekeeper.worker.verify.Finding.Kind;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/**
 * How many messages are right and how many are off. Immutable.
 *
 * @param receipts lines that were read; more than messages where one was sent again
 * @param sent messages: different dedup keys
 * @param right those applied once, in order, with their content
 * @param off the others by what is off; one message may be off in several ways
 */
public record Tally(long receipts, long sent, long right, Map<Kind, Long> off) {
  public Tally {
    off = Map.copyOf(off);
  }

  /** Whether every message is right, and there is one: of nothing, nothing is proven. */
  public boolean isRight() {
    return right == sent && sent > 0;
  }

  public long of(Kind kind) {
    return off.getOrDefault(kind, 0L);
  }

  static long bits(List<Finding> findings) {
    long bits = 0;
    for (Finding finding : findings) {
      bits |= 1L << finding.kind().ordinal();
    }
    return bits;
  }

  /** Counts rows of two numbers for the message and one for what is off about it. */
  static Tally of(SortedRows rows) {
    Counter counter = new Counter();
    rows.forEach(counter::take);
    counter.endMessage();
    return new Tally(rows.size(), counter.sent, counter.right, counter.off);
  }

  private static final class Counter {
    private final Map<Kind, Long> off = new EnumMap<>(Kind.class);
    private long[] message = new long[0];
    private long bits;
    private long sent;
    private long right;

    void take(long[] row) {
      boolean same = message.length > 0 && message[0] == row[0] && message[1] == row[1];
      if (!same) {
        endMessage();
        message = row;
        bits = 0;
      }
      bits |= row[2];
    }

    void endMessage() {
      if (message.length == 0) {
        return;
      }
      sent++;
      if (bits == 0) {
        right++;
      }
      for (Kind kind : Kind.values()) {
        if ((bits & 1L << kind.ordinal()) != 0) {
          off.merge(kind, 1L, Long::sum);
        }
      }
    }
  }
}
