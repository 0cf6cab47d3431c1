package dev.lanekeeper.program.sort;

/** The rows that are still in memory. For one thread. */
final class MemoryRun implements Run {
  private final long[][] rows;
  private final int size;
  private int next;

  MemoryRun(long[][] rows, int size) {
    this.rows = rows;
    this.size = size;
  }

  @Override
  public boolean hasRow() {
    return next < size;
  }

  @Override
  public long[] head() {
    return rows[next];
  }

  @Override
  public void advance() {
    next++;
  }
}
