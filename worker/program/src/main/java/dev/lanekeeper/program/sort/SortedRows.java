package dev.lanekeeper.program.sort;

import java.util.Arrays;
import java.util.Optional;
import java.util.PriorityQueue;

/**
 * Rows of whole numbers, sorted, however many there are: what does not fit into memory lies in one
 * temporary file, which goes when this is closed. For one thread.
 */
public final class SortedRows implements AutoCloseable {
  /** Some 7 MB, with what Java needs for each row beside its numbers. */
  private static final int NUMBERS_IN_MEMORY = 600_000;

  private final int width;
  private final long[][] rows;
  private int size;
  private long count;
  private Optional<SpilledRuns> spilled = Optional.empty();

  /**
   * @param width numbers of a row
   */
  public SortedRows(int width) {
    this(width, NUMBERS_IN_MEMORY / width);
  }

  SortedRows(int width, int rowsInMemory) {
    this.width = width;
    this.rows = new long[rowsInMemory][];
  }

  /** Takes each row in its turn. */
  public interface Receiver {
    void take(long[] row);
  }

  /**
   * Adds a row, which nobody may change afterwards.
   *
   * @throws dev.lanekeeper.program.ProgramException when the temporary file cannot be written
   */
  public void add(long... row) {
    if (row.length != width) {
      throw new IllegalArgumentException(width + " numbers are needed for a row");
    }
    if (size == rows.length) {
      SpilledRuns file = spilled.orElseGet(() -> SpilledRuns.create(width));
      spilled = Optional.of(file);
      sort();
      file.add(rows, size);
      size = 0;
    }
    rows[size++] = row;
    count++;
  }

  /** How many rows were added. */
  public long size() {
    return count;
  }

  /**
   * Gives out all rows, the smallest first number at the front; of equal ones the second, and so
   * on.
   */
  public void forEach(Receiver receiver) {
    sort();
    if (spilled.isEmpty()) {
      for (int i = 0; i < size; i++) {
        receiver.take(rows[i]);
      }
      return;
    }
    PriorityQueue<Run> runs = new PriorityQueue<>();
    spilled.get().runs().forEach(run -> offer(runs, run));
    offer(runs, new MemoryRun(rows, size));
    Run first = runs.poll();
    while (first != null) {
      receiver.take(first.head());
      first.advance();
      offer(runs, first);
      first = runs.poll();
    }
  }

  private void sort() {
    Arrays.sort(rows, 0, size, Arrays::compare);
  }

  private static void offer(PriorityQueue<Run> runs, Run run) {
    if (run.hasRow()) {
      runs.add(run);
    }
  }

  @Override
  public void close() {
    spilled.ifPresent(SpilledRuns::close);
  }
}
