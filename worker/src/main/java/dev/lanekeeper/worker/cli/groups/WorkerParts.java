package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.inbox.ShortCut;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.observe.EventLog;
import dev.lanekeeper.worker.observe.OutageLog;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.receive.Outage;
import dev.lanekeeper.worker.trace.MessageTraces;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;

/** Puts together the processing of messages in an operator's process, as a worker does. */
final class WorkerParts {
  private static final Duration OUTAGE_THRESHOLD = Duration.ofSeconds(10);

  private WorkerParts() {}

  static Processing processing(
      Database database, MessageHandler handler, ProcessOptions process, String consumerGroup) {
    return Processing.of(
        database.jdbi(),
        ShortCut.of(database.engine(), process.firstSequence()),
        new Decoder(consumerGroup, process.dedupKeyRule()),
        handler,
        process.rules(consumerGroup),
        new EventLog(
            new Outage(Outage.Side.SETTLING, OUTAGE_THRESHOLD, System::nanoTime, new OutageLog()),
            new WorkerMetrics(new SimpleMeterRegistry(), Clock.systemUTC(), System::nanoTime)),
        MessageTraces.OFF,
        FaultPoints.ofThisProcess());
  }
}
