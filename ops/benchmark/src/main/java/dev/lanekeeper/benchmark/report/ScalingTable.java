package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.cell.ScalingSeries;
import dev.lanekeeper.benchmark.cell.ScalingSeries.Size;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** What queues and workers came to, as Markdown. Stateless. */
public final class ScalingTable {
  private ScalingTable() {}

  /** The table, and under what it was measured. */
  public static String of(ScalingSeries.Outcome outcome) {
    StringBuilder table = new StringBuilder(512);
    table.append(
        String.format(
            Locale.ROOT,
            """
            %,d messages after a warm-up of %,d, of %,d groups, %d in work at once in each worker, a handler that waits %d ms, PostgreSQL with fsync, %d repetitions; %s.

            | mode | queues | workers | times one worker | messages a second |
            |---|---|---|---|---|
            """,
            outcome.effort().messages(),
            outcome.effort().warmUp(),
            outcome.effort().groups(),
            outcome.effort().concurrency(),
            ScalingSeries.PAUSE.toMillis(),
            outcome.effort().repetitions(),
            outcome.conditions().text()));
    outcome.runs().forEach((size, runs) -> table.append(row(outcome, size, runs)));
    return table.toString();
  }

  private static String row(ScalingSeries.Outcome outcome, Size size, List<Double> runs) {
    List<Double> one =
        outcome.runs().getOrDefault(new Size(size.mode(), size.queues(), 1), List.of());
    List<Double> times =
        IntStream.range(0, runs.size()).mapToObj(i -> runs.get(i) / one.get(i)).toList();
    return String.format(
        Locale.ROOT,
        "| %s | %d | %d | %s | %s |%n",
        size.mode().label(),
        size.queues(),
        size.workers(),
        Spread.of(times).text("%.2f"),
        Spread.of(runs).text("%,.0f"));
  }
}
