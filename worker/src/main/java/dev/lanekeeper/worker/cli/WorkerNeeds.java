package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.worker.config.LifeOptions;
import dev.lanekeeper.worker.config.Mode;
import dev.lanekeeper.worker.config.PoolOptions;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.config.ReceiveOptions;
import dev.lanekeeper.worker.config.RetentionOptions;
import dev.lanekeeper.worker.doctor.Needs;

/** Reads from the options what a worker needs around it. */
final class WorkerNeeds {
  private WorkerNeeds() {}

  static Needs of(
      ReceiveOptions receive,
      ProcessOptions process,
      DatabaseOptions database,
      PoolOptions pool,
      RetentionOptions retention,
      LifeOptions life) {
    return new Needs(
        receive.topic(),
        receive.group(),
        receive.mode() == Mode.SIMPLE,
        receive.concurrency(),
        pool.size(receive.concurrency()),
        process.maxAttempts(),
        receive.settings().invisibleTime(),
        database.lockTimeout(),
        database.statementTimeout(),
        life.migrate().orElse(database.isEmbedded()),
        database.flags(),
        retention.horizon(),
        receive.adminEndpoint());
  }
}
