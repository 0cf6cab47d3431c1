package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.cell.GrowthSeries;
import java.util.Comparator;
import java.util.Locale;

/** What more and more message groups came to, as Markdown. Stateless. */
public final class GrowthTable {
  private GrowthTable() {}

  /** The table, and under what it was measured. */
  public static String of(GrowthSeries.Outcome outcome) {
    StringBuilder table = new StringBuilder(512);
    table.append(
        String.format(
            Locale.ROOT,
            """
            Push mode, %d queues, concurrency %d, largest heap %s, PostgreSQL with fsync; %s.

            | groups | messages | a second | in the second tenth | in the last tenth | live heap after a tenth, MiB | at the end | peak MiB | CPU s per 1,000 | of PostgreSQL |
            |---|---|---|---|---|---|---|---|---|---|
            """,
            outcome.effort().queues(),
            outcome.effort().concurrency(),
            outcome.effort().heap(),
            outcome.conditions().text()));
    outcome.backlogs().stream()
        .sorted(Comparator.comparing(GrowthSeries.Drained::groups))
        .forEach(backlog -> table.append(row(backlog)));
    return table.toString();
  }

  private static String row(GrowthSeries.Drained backlog) {
    return String.format(
        Locale.ROOT,
        "| %,d | %,d | %,.0f | %,.0f | %,.0f | %.1f | %.1f | %.0f | %.2f | %.2f |%n",
        backlog.groups(),
        backlog.messages(),
        backlog.perSecond(),
        backlog.secondTenth(),
        backlog.lastTenth(),
        backlog.earlyHeapMib(),
        backlog.heapMib(),
        backlog.peakMib(),
        backlog.cpuPerThousand(),
        backlog.databaseCpuPerThousand());
  }
}
