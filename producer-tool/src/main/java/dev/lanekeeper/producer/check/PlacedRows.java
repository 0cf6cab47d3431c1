package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.program.sort.SortedRows;
import java.nio.file.Path;
import java.util.OptionalLong;

/**
 * What is remembered of records to compare them with each other, sorted by a key, with the place of
 * each: 72 bytes a record, in a temporary file where they are many. For one thread.
 */
final class PlacedRows implements AutoCloseable {
  private static final int WIDTH = 9;

  private final SortedRows rows = new SortedRows(WIDTH);

  /**
   * A key of two numbers, what decides between rows with the same key, and where the record stands.
   *
   * @param rank the order among rows with the same key
   * @param what is remembered of the record
   */
  record Row(
      long key,
      long secondKey,
      long rank,
      long what,
      int order,
      long sequence,
      int file,
      long line,
      long record) {

    private static Row of(long[] row) {
      return new Row(
          row[0], row[1], row[2], row[3], (int) row[4], row[5], (int) row[6], row[7], row[8]);
    }

    boolean hasKeyOf(Row other) {
      return key == other.key && secondKey == other.secondKey;
    }

    Position position(Path name) {
      return new Position(name, line, record < 0 ? OptionalLong.empty() : OptionalLong.of(record));
    }
  }

  /** Takes rows as they are sorted. */
  interface Receiver {
    void take(Row row);
  }

  /** Remembers a record; what was added first comes first among rows with the same key. */
  void add(long key, long secondKey, long what, Place place) {
    add(key, secondKey, rows.size(), what, place);
  }

  /** Remembers a record. */
  void add(long key, long secondKey, long rank, long what, Place place) {
    rows.add(
        key,
        secondKey,
        rank,
        what,
        place.order().number(),
        place.sequence(),
        place.file(),
        place.position().line(),
        place.position().record().orElse(-1));
  }

  void forEach(Receiver receiver) {
    rows.forEach(row -> receiver.take(Row.of(row)));
  }

  @Override
  public void close() {
    rows.close();
  }
}
