package dev.lanekeeper.worker.cli;

import dev.lanekeeper.worker.config.DatabaseOptions;
import dev.lanekeeper.worker.config.LifeOptions;
import dev.lanekeeper.worker.config.Mode;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.config.ReceiveOptions;
import dev.lanekeeper.worker.doctor.Needs;

/** Reads from the options what a worker needs around it. */
final class WorkerNeeds {
  /** Beyond one connection for each handler: held messages, upkeep, and one to spare. */
  private static final int EXTRA_CONNECTIONS = 3;

  private WorkerNeeds() {}

  /** Database connections at most. */
  static int connections(ReceiveOptions receive) {
    return receive.concurrency() + EXTRA_CONNECTIONS;
  }

  static Needs of(
      ReceiveOptions receive, ProcessOptions process, DatabaseOptions database, LifeOptions life) {
    return new Needs(
        receive.topic(),
        receive.group(),
        receive.mode() == Mode.SIMPLE,
        receive.concurrency(),
        connections(receive),
        process.maxAttempts(),
        receive.settings().invisibleTime(),
        database.lockTimeout(),
        database.statementTimeout(),
        life.migrate().orElse(database.isEmbedded()),
        database.flags());
  }
}
