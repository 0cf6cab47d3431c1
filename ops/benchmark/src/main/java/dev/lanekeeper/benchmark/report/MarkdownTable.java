package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.cell.Effort;
import dev.lanekeeper.benchmark.cell.Measurement;
import dev.lanekeeper.benchmark.cell.Series;
import dev.lanekeeper.benchmark.cell.Variant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Outcomes as Markdown: ratios first, medians with the least and the most. Stateless. */
public final class MarkdownTable {
  private static final String HEAD =
      """
      | | times (b) | times (c) | messages a second | p50, ms | p95, ms | p99, ms | CPU s per 1,000 | of PostgreSQL | peak MiB | statements |
      |---|---|---|---|---|---|---|---|---|---|---|
      """;

  private MarkdownTable() {}

  /** A table for each cell. */
  public static String of(List<Series.Outcome> outcomes) {
    StringBuilder text = new StringBuilder();
    outcomes.forEach(outcome -> text.append(of(outcome)).append('\n'));
    return text.toString();
  }

  private static String of(Series.Outcome outcome) {
    StringBuilder text = new StringBuilder();
    text.append("### ").append(outcome.cell()).append("\n\n").append(under(outcome));
    text.append("\n\n").append(HEAD);
    for (Variant variant : outcome.runs().keySet()) {
      text.append(row(new Figures(outcome, variant)));
    }
    return text.toString();
  }

  private static String under(Series.Outcome outcome) {
    Effort effort = outcome.effort();
    return String.format(
        Locale.ROOT,
        "%,d messages after a warm-up of %,d, of %,d groups, %d queues, concurrency %d, %d"
            + " repetitions; latency at %d a second. %s.",
        effort.messages(),
        effort.warmUp(),
        effort.groups(),
        effort.queues(),
        effort.concurrency(),
        effort.repetitions(),
        effort.rate(),
        outcome.conditions().text());
  }

  private static String row(Figures figures) {
    return "| (%s) %s | %s | %s | %s | %s | %s | %s | %s | %s | %s | %s |\n"
        .formatted(
            figures.variant().name().toLowerCase(Locale.ROOT),
            figures.variant().label(),
            optional(figures.against(Variant.B)),
            optional(figures.against(Variant.C)),
            figures.of(Measurement::perSecond).text("%,.0f"),
            figures.of(Measurement::p50).text("%.1f"),
            figures.of(Measurement::p95).text("%.1f"),
            figures.of(Measurement::p99).text("%.1f"),
            figures.of(Measurement::cpuPerThousand).text("%.2f"),
            optional(figures.where(Measurement::databaseCpuPerThousand)),
            figures.of(Measurement::peakMib).text("%.0f"),
            optional(figures.where(Measurement::statements)));
  }

  private static String optional(Optional<Spread> spread) {
    return spread.map(known -> known.text("%.2f")).orElse("");
  }
}
