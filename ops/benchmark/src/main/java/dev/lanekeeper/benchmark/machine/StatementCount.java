package dev.lanekeeper.benchmark.machine;

import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * How often a statement was executed. Immutable.
 *
 * @param text as PostgreSQL normalizes it
 * @param millis how long all its executions took
 */
record StatementCount(String text, long calls, double millis) {
  private static final Pattern OF_A_TRANSACTION =
      Pattern.compile(
          "\\s*(begin|commit|rollback|savepoint|release|set|show)\\b.*", Pattern.DOTALL);

  /** A statement below this share of the messages is the background's: a poll, a start. */
  private static final double LEAST_SHARE = 0.05;

  /**
   * How many statements a message took beside those of the business and the beginning and end of
   * transactions.
   */
  static double frameworksPerMessage(List<StatementCount> counts, int messages) {
    return counts.stream()
            .filter(StatementCount::isOfTheFramework)
            .mapToLong(StatementCount::calls)
            .filter(calls -> calls > messages * LEAST_SHARE)
            .sum()
        / (double) messages;
  }

  /** How long these took for each message, in milliseconds. */
  static double frameworksMillisPerMessage(List<StatementCount> counts, int messages) {
    return counts.stream()
            .filter(StatementCount::isOfTheFramework)
            .filter(count -> count.calls() > messages * LEAST_SHARE)
            .mapToDouble(StatementCount::millis)
            .sum()
        / messages;
  }

  private boolean isOfTheFramework() {
    String lower = text.toLowerCase(Locale.ROOT);
    return !lower.contains("ledger_") && !OF_A_TRANSACTION.matcher(lower).matches();
  }
}
