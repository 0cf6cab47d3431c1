package dev.lanekeeper.producer.check;

import java.util.List;

/**
 * What checking the files found. Immutable.
 *
 * @param files in the order in which they were read
 * @param problems the first ones, each with its file and line
 * @param problemCount how many there are in all
 */
public record CheckResult(
    List<CheckedFile> files,
    long records,
    long orders,
    long skippedRows,
    List<String> problems,
    long problemCount) {
  public CheckResult {
    files = List.copyOf(files);
    problems = List.copyOf(problems);
  }

  public boolean isClean() {
    return problemCount == 0;
  }
}
