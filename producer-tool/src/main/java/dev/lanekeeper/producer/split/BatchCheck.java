package dev.lanekeeper.producer.split;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.read.LedgerFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Checks a ledger message as a ledger file is checked, and that each operation says its sequence:
 * an order's operations come in many ledger messages, and only their author can count them. Also
 * that the broker takes each operation's body, since one in the middle would leave the rest unsent.
 * Stateless.
 */
final class BatchCheck {
  private static final int SHOWN = 20;

  private BatchCheck() {}

  /** What it holds, or all that is wrong with it. */
  record Result(CheckResult check, List<String> problems) {
    Result {
      problems = List.copyOf(problems);
    }
  }

  /**
   * Checks it.
   *
   * @param bodyBytes how long an operation's body may be
   */
  static Result of(LedgerFile ledger, int bodyBytes) {
    CheckResult check = LedgerCheck.of(List.of(ledger));
    return new Result(check, check.isClean() ? problems(check, bodyBytes) : check.problems());
  }

  private static List<String> problems(CheckResult check, int bodyBytes) {
    List<String> problems = withoutSequence(check);
    check.tooLong(bodyBytes).ifPresent(problems::add);
    return problems;
  }

  private static List<String> withoutSequence(CheckResult check) {
    List<String> problems = new ArrayList<>();
    CheckedRecords.forEach(
        check.files(),
        (position, record, sequence) -> {
          if (record.sequence().isEmpty()) {
            problems.add(
                "%s: seq: missing; in a ledger message each record has it, counted over all ledger messages of its order"
                    .formatted(position));
          }
          return problems.size() < SHOWN;
        });
    return problems;
  }
}
