package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.cell.ProducerSeries;
import java.util.Locale;
import java.util.function.ToDoubleFunction;

/** What the producer tool came to, as Markdown. Stateless. */
public final class ProducerTable {
  private ProducerTable() {}

  /** The table, and under what it was measured. */
  public static String of(ProducerSeries.Outcome outcome) {
    return String.format(
        Locale.ROOT,
        """
        %,d records of %,d orders, %d repetitions; %s.

        | 64 in flight, times one at a time | one at a time, messages a second | 64 in flight, messages a second | records a second, read and checked |
        |---|---|---|---|
        | %s | %s | %s | %s |
        """,
        outcome.effort().messages(),
        outcome.effort().groups(),
        outcome.runs().size(),
        outcome.conditions().text(),
        text("%.2f", outcome, run -> run.inFlight() / run.serial()),
        text("%,.0f", outcome, ProducerSeries.Run::serial),
        text("%,.0f", outcome, ProducerSeries.Run::inFlight),
        text("%,.0f", outcome, ProducerSeries.Run::read));
  }

  private static String text(
      String format, ProducerSeries.Outcome outcome, ToDoubleFunction<ProducerSeries.Run> figure) {
    return Spread.of(outcome.runs().stream().map(figure::applyAsDouble).toList()).text(format);
  }
}
