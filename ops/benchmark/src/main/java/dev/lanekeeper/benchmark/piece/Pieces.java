package dev.lanekeeper.benchmark.piece;

import java.util.Collection;
import java.util.Locale;
import org.openjdk.jmh.profile.GCProfiler;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.Runner;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;

/** Runs JMH over all pieces, with its allocation profiler. Stateless. */
public final class Pieces {
  private static final int FORKS = 2;
  private static final int WARM_UPS = 3;
  private static final int ITERATIONS = 5;
  private static final String HEAD =
      """
      | piece | ns | ± | bytes allocated |
      |---|---|---|---|
      """;

  private Pieces() {}

  /** Measures them, in about two minutes; returns a Markdown table. */
  public static String measure() throws RunnerException {
    return table(
        new Runner(
                new OptionsBuilder()
                    .include(Pieces.class.getPackageName() + "\\.\\w+Piece\\.")
                    .forks(FORKS)
                    .warmupIterations(WARM_UPS)
                    .warmupTime(TimeValue.seconds(1))
                    .measurementIterations(ITERATIONS)
                    .measurementTime(TimeValue.seconds(1))
                    .addProfiler(GCProfiler.class)
                    .build())
            .run());
  }

  private static String table(Collection<RunResult> results) {
    StringBuilder text = new StringBuilder(HEAD);
    for (RunResult result : results) {
      var time = result.getPrimaryResult();
      text.append(
          String.format(
              Locale.ROOT,
              "| %s | %,.0f | %,.0f | %,.0f |\n",
              time.getLabel(),
              time.getScore(),
              time.getScoreError(),
              bytes(result)));
    }
    return text.toString();
  }

  private static double bytes(RunResult result) {
    for (var secondary : result.getSecondaryResults().entrySet()) {
      if (secondary.getKey().endsWith("gc.alloc.rate.norm")) {
        return secondary.getValue().getScore();
      }
    }
    throw new IllegalStateException("JMH's profiler tells no bytes");
  }
}
