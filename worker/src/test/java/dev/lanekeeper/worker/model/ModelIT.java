package dev.lanekeeper.worker.model;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.worker.testing.LocalTestBroker;
import dev.lanekeeper.worker.testing.RestartablePostgres;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.LongStream;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Real workers under kills, restarts, resends, disorder, failing handlers and operators, drawn from
 * a seed, end where a simple model does (worker/README.md, "The model check").
 */
@EnabledIfSystemProperty(
    named = "lanekeeper.broker",
    matches = "local",
    disabledReason = "it kills its broker and starts it again, which only the local one can do")
class ModelIT {
  private static final String MODE = System.getProperty("model.mode", "simple");

  /** Those that failed once, after what they found was mended. */
  private static final long[] FAILED_ONCE = {};

  @TempDir Path folder = Path.of("");

  @ParameterizedTest(name = "seed {0}")
  @DisplayName("what a history comes to is what the model says")
  @MethodSource("seeds")
  @DisabledIfSystemProperty(
      named = "model.minutes",
      matches = ".+",
      disabledReason = "the long run draws seeds of its own")
  void historyEndsWhereTheModelDoes(long seed) throws Exception {
    try (LocalTestBroker broker = LocalTestBroker.start();
        RestartablePostgres server = RestartablePostgres.start()) {
      run(seed, broker, server);
    }
  }

  @Test
  @DisplayName("so do all that are drawn in -Dmodel.minutes")
  @EnabledIfSystemProperty(
      named = "model.minutes",
      matches = "\\d+",
      disabledReason = "the long run: set -Dmodel.minutes=N")
  void longRun() throws Exception {
    long end = System.nanoTime() + Duration.ofMinutes(Long.getLong("model.minutes", 1)).toNanos();
    try (LocalTestBroker broker = LocalTestBroker.start();
        RestartablePostgres server = RestartablePostgres.start()) {
      int histories = 0;
      List<Throwable> failures = new ArrayList<>();
      while (System.nanoTime() < end) {
        histories++;
        try {
          run(draw(), broker, server);
        } catch (AssertionError failure) {
          failure.printStackTrace();
          failures.add(failure);
        }
        System.out.printf("model check: %d of %d histories failed%n", failures.size(), histories);
      }
      assertThat(failures).isEmpty();
    }
  }

  /** A run that names no seed draws one, so that each looks somewhere else. */
  static LongStream seeds() {
    Long one = Long.getLong("model.seed");
    return one == null
        ? LongStream.concat(LongStream.of(FAILED_ONCE), LongStream.of(drawShort()))
        : LongStream.of(one);
  }

  private static long drawShort() {
    return LongStream.generate(ModelIT::draw)
        .filter(seed -> Scenario.draw(seed).isShort())
        .findFirst()
        .orElseThrow();
  }

  private static long draw() {
    return ThreadLocalRandom.current().nextLong(Integer.MAX_VALUE);
  }

  private void run(long seed, LocalTestBroker broker, RestartablePostgres server) throws Exception {
    Scenario scenario = Scenario.draw(seed);
    System.out.println("model check: " + scenario);
    long start = System.nanoTime();
    Path own = Files.createTempDirectory(folder, "seed");
    try {
      new History(scenario, "model-" + seed, own, broker, server).run(MODE);
    } catch (Exception | Error failure) {
      throw new AssertionError(
          "seed "
              + seed
              + " does not end where the model does; run it again with\n  "
              + again(seed),
          failure);
    }
    System.out.printf(
        "model check: seed %d took %d s%n", seed, (System.nanoTime() - start) / 1_000_000_000);
  }

  private static String again(long seed) {
    return "mvn verify -pl worker -am -Dtest=NoSuch -Dsurefire.failIfNoSpecifiedTests=false"
        + " -Dfailsafe.failIfNoSpecifiedTests=false -Dit.test=ModelIT -Dmodel.seed="
        + seed
        + " -Dmodel.mode="
        + MODE;
  }
}
