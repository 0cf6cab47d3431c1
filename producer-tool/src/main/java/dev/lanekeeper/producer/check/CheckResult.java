package dev.lanekeeper.producer.check;

import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What checking the files found. Immutable.
 *
 * @param files in the order in which they were read
 * @param problems the first ones, each with its file and line
 * @param problemCount how many there are in all
 * @param leftOut what must not be sent for the rest to be right; empty when a problem is nobody's,
 *     as in a row that does not say whose it is
 */
public record CheckResult(
    List<CheckedFile> files,
    long records,
    long orders,
    long skippedRows,
    List<String> problems,
    long problemCount,
    Optional<LeftOut> leftOut) {
  public CheckResult {
    files = List.copyOf(files);
    problems = List.copyOf(problems);
  }

  /**
   * What is left when the orders with problems are cut off; reads the files again to count.
   *
   * @param records what {@link #leftOut} has
   */
  public CheckResult without(LeftOut records) {
    List<CheckedFile> rest = files.stream().map(file -> file.without(records)).toList();
    Set<String> ids = new HashSet<>();
    long[] count = new long[1];
    CheckedRecords.forEach(
        rest,
        (position, record, sequence) -> {
          ids.add(record.orderId());
          count[0]++;
          return true;
        });
    return new CheckResult(
        rest, count[0], ids.size(), skippedRows, problems, problemCount, leftOut);
  }

  public boolean isClean() {
    return problemCount == 0;
  }
}
