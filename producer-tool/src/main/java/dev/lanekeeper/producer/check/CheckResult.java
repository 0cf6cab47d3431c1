package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What checking the files found. Immutable.
 *
 * @param files in the order in which they were read
 * @param largestBody empty when there is no record
 * @param problems the first ones, each with its file and line
 * @param problemCount how many there are in all
 * @param wrong which orders have problems; empty when a problem is nobody's, as in a row that does
 *     not say whose it is
 */
public record CheckResult(
    List<CheckedFile> files,
    long records,
    long orders,
    long skippedRows,
    Optional<LargestBody> largestBody,
    List<String> problems,
    long problemCount,
    Optional<WrongOrders> wrong) {
  public CheckResult {
    files = List.copyOf(files);
    problems = List.copyOf(problems);
  }

  /**
   * What must not be sent for the rest to be right; empty when no cutting helps. Reads the files
   * again.
   */
  public Optional<LeftOut> leftOut() {
    return wrong.map(orders -> orders.leftOut(files));
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
    List<LargestBody> largest = new ArrayList<>(1);
    CheckedRecords.forEach(
        rest,
        (position, record, sequence) -> {
          ids.add(record.messageGroup());
          count[0]++;
          LargestBody own = new LargestBody(position, RecordMessages.body(record, sequence).length);
          if (largest.isEmpty()) {
            largest.add(own);
          } else {
            largest.set(0, LargestBody.max(largest.get(0), own));
          }
          return true;
        });
    return new CheckResult(
        rest,
        count[0],
        ids.size(),
        skippedRows,
        largest.stream().findFirst(),
        problems,
        problemCount,
        wrong);
  }

  /**
   * Makes sure that a broker takes the longest of the messages.
   *
   * @param bodyBytes how long a body may be, as the broker says
   * @throws ProgramException when it does not, with what to do
   */
  public void requireBodies(int bodyBytes) {
    Optional<String> problem = tooLong(bodyBytes);
    if (problem.isPresent()) {
      throw new ProgramException(ExitCode.DATA, problem.get());
    }
  }

  /**
   * What to do about the longest of the messages, when a broker does not take it.
   *
   * @param bodyBytes how long a body may be, as the broker says
   */
  public Optional<String> tooLong(int bodyBytes) {
    return largestBody
        .filter(largest -> largest.bytes() > bodyBytes)
        .map(
            largest ->
                "%s: %d bytes as a message; this broker takes at most %d, so nothing is sent; shorten the note, or raise the proxy's maxMessageSize"
                    .formatted(largest.position(), largest.bytes(), bodyBytes));
  }

  public boolean isClean() {
    return problemCount == 0;
  }
}
