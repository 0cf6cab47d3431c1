package dev.lanekeeper.benchmark.cell;

import dev.lanekeeper.benchmark.traffic.Distribution;
import dev.lanekeeper.program.database.Engine;
import java.time.Duration;

/**
 * What the consumers are compared under. Immutable.
 *
 * @param engine where the ledger is
 * @param pauseMillis how long a handler takes beside its statements
 * @param distribution of the messages over their groups
 */
public record Cell(Engine engine, int pauseMillis, Distribution distribution) {

  Duration pause() {
    return Duration.ofMillis(pauseMillis);
  }

  /** For people. */
  @Override
  public String toString() {
    return "%s, %d ms, %s".formatted(engineName(), pauseMillis, distributionName());
  }

  private String engineName() {
    return switch (engine) {
      case H2 -> "H2";
      case POSTGRESQL -> "PostgreSQL";
    };
  }

  private String distributionName() {
    return switch (distribution) {
      case UNIFORM -> "uniform";
      case ZIPF -> "Zipf";
    };
  }
}
