package dev.lanekeeper.worker.config;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.program.settings.Tuning;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How many database connections a worker has; a picocli mixin. Filled by picocli, then read. */
public final class PoolOptions {
  /** The migrations need two; nothing else takes a second one while it has one. */
  static final int MINIMUM = 2;

  /** For upkeep, and for recovery, which asks for one when upkeep does not. */
  private static final int NOT_FOR_HANDLERS = 1;

  /** Beyond one connection for each handler: held messages, upkeep, and one to spare. */
  private static final int EXTRA = 3;

  @Option(
      names = "--db-pool-size",
      paramLabel = "N",
      description = {
        "Database connections at most, from 2. By default --concurrency and 3 more; with fewer than",
        "--concurrency and 1, one handler less runs at once than there are connections."
      })
  @Tuning(
      why =
          "a database that has few connections to give; at least 2. With fewer than `--concurrency` and 1, one handler less runs at once than there are connections, which keeps one for upkeep",
      rarely = true,
      byDefault = "`--concurrency` and 3")
  private @Nullable Integer size;

  /**
   * How many handlers may run at once, each with a connection, so that none waits for another's. An
   * embedded H2 has one transaction at a time (ops/adr/0008).
   */
  public static int handlers(Engine engine, int concurrency, int connections) {
    return switch (engine) {
      case H2 -> 1;
      case POSTGRESQL -> Math.min(concurrency, connections - NOT_FOR_HANDLERS);
    };
  }

  /**
   * The checked number of connections.
   *
   * @throws ProgramException when it is below the minimum
   */
  public int size(int concurrency) {
    if (size == null) {
      return concurrency + EXTRA;
    }
    if (size < MINIMUM) {
      throw new ProgramException(
          ExitCode.USAGE, "--db-pool-size has to be at least " + MINIMUM + ", not " + size);
    }
    return size;
  }
}
