package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.record.FileRecord;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * What checking the files found. Immutable.
 *
 * @param files in the order in which they were read
 * @param records those that can be sent
 * @param leftOutRecords those that are cut off, right and wrong ones
 * @param orders in the files, cut off or not
 * @param largestBody empty when there is no record
 * @param problems the first ones, each with its file and line
 * @param problemCount how many there are in all
 * @param wrong which orders have problems; empty when a problem is nobody's, as in a row that does
 *     not say whose it is
 */
public record CheckResult(
    List<CheckedFile> files,
    long records,
    long leftOutRecords,
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
    Count count = new Count();
    CheckedRecords.forEach(rest, count);
    return new CheckResult(
        rest,
        count.records,
        count.leftOut,
        count.orders.size(),
        skippedRows,
        Optional.ofNullable(count.largest),
        problems,
        problemCount,
        wrong);
  }

  private static final class Count implements CheckedRecords.Receiver {
    private final Set<String> orders = new HashSet<>();
    private long records;
    private long leftOut;
    private @Nullable LargestBody largest;

    @Override
    public boolean take(Position position, FileRecord record, long sequence) {
      records++;
      orders.add(record.messageGroup());
      LargestBody own = new LargestBody(position, RecordMessages.body(record, sequence).length);
      largest = largest == null ? own : LargestBody.max(largest, own);
      return true;
    }

    @Override
    public void leaveOut(String orderId) {
      leftOut++;
      orders.add(orderId);
    }
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
