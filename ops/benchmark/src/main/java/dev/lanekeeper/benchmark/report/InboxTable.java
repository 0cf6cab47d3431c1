package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.settle.InboxSeries;
import java.util.Comparator;
import java.util.Locale;

/** What inboxes of many rows came to, as Markdown. Stateless. */
public final class InboxTable {
  private InboxTable() {}

  /** The table, and under what it was measured. */
  public static String of(InboxSeries.Outcome outcome) {
    StringBuilder table = new StringBuilder(512);
    table.append(
        String.format(
            Locale.ROOT,
            """
            %,d messages each time, %d handlers at once, no broker, PostgreSQL with fsync; %s.

            | rows | table, GiB | indexes, GiB | messages a second, 1,000 groups | statement, ms | messages a second, each its group | statement, ms | batch of 500 removed, ms | slowest of %d | vacuum, s |
            |---|---|---|---|---|---|---|---|---|---|
            """,
            outcome.messages(),
            outcome.concurrency(),
            outcome.conditions().text(),
            InboxSeries.BATCHES));
    outcome.inboxes().stream()
        .sorted(Comparator.comparing(InboxSeries.Measured::rows))
        .forEach(inbox -> table.append(row(inbox)));
    return table.toString();
  }

  private static String row(InboxSeries.Measured inbox) {
    return String.format(
        Locale.ROOT,
        "| %,d | %.2f | %.2f | %,.0f | %.3f | %,.0f | %.3f | %s | %s | %.1f |%n",
        inbox.rows(),
        inbox.tableGib(),
        inbox.indexGib(),
        inbox.perSecond(),
        inbox.statementMillis(),
        inbox.eachItsGroupPerSecond(),
        inbox.eachItsGroupStatementMillis(),
        inbox.purgeMillis().isEmpty() ? "" : text(Spread.of(inbox.purgeMillis()).median()),
        inbox.purgeMillis().isEmpty() ? "" : text(Spread.of(inbox.purgeMillis()).most()),
        inbox.vacuumSeconds());
  }

  private static String text(double millis) {
    return String.format(Locale.ROOT, "%.1f", millis);
  }
}
