package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.database.Database;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.observe.EventLog;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.process.Processing;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;

/** Puts together the processing of messages in an operator's process, as a worker does. */
final class WorkerParts {
  private WorkerParts() {}

  static Processing processing(
      Database database, MessageHandler handler, ProcessOptions process, String consumerGroup) {
    return Processing.of(
        database.jdbi(),
        database.engine().shortCut(process.firstSequence()),
        new Decoder(consumerGroup, process.dedupKeyRule()),
        handler,
        process.rules(consumerGroup),
        new EventLog(
            new WorkerMetrics(new SimpleMeterRegistry(), Clock.systemUTC(), System::nanoTime)),
        FaultPoints.ofThisProcess());
  }
}
