package dev.lanekeeper.benchmark.report;

import dev.lanekeeper.benchmark.cell.Measurement;
import dev.lanekeeper.benchmark.cell.Series;
import dev.lanekeeper.benchmark.cell.Variant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** What one consumer came to in one cell, over all repetitions. Immutable. */
record Figures(Series.Outcome outcome, Variant variant) {

  private List<Measurement> runs() {
    return outcome.runs().getOrDefault(variant, List.of());
  }

  Spread of(ToDoubleFunction<Measurement> figure) {
    return Spread.of(runs().stream().map(figure::applyAsDouble).toList());
  }

  /**
   * Its throughput as a multiple of another consumer's, each repetition against the same one of the
   * other; empty when that was not measured.
   */
  Optional<Spread> against(Variant other) {
    List<Measurement> theirs = outcome.runs().getOrDefault(other, List.of());
    int pairs = Math.min(theirs.size(), runs().size());
    if (pairs == 0) {
      return Optional.empty();
    }
    return Optional.of(
        Spread.of(
            IntStream.range(0, pairs)
                .mapToObj(i -> runs().get(i).perSecond() / theirs.get(i).perSecond())
                .toList()));
  }

  /** The same of a figure that not every run has; empty where none has it. */
  Optional<Spread> where(Function<Measurement, @Nullable Double> figure) {
    List<Double> known = runs().stream().map(figure).filter(Objects::nonNull).toList();
    return known.isEmpty() ? Optional.empty() : Optional.of(Spread.of(known));
  }
}
