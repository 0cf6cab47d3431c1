package dev.lanekeeper.worker.cli;

import dev.lanekeeper.worker.lane.LaneScheduler;
import dev.lanekeeper.worker.process.Drainer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks for groups whose held messages are in turn although nobody drains them: the worker that
 * closed the gap may have died before it could, or an operator opened the group. Called by one
 * thread.
 */
final class HeldMessageSweep implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(HeldMessageSweep.class);

  private final Drainer drainer;
  private final LaneScheduler lanes;
  private boolean failing;

  HeldMessageSweep(Drainer drainer, LaneScheduler lanes) {
    this.drainer = drainer;
    this.lanes = lanes;
  }

  @Override
  public void run() {
    try {
      drainer.groupsToDrain().forEach(lanes::drain);
      failing = false;
    } catch (RuntimeException failure) {
      if (!failing) {
        log.warn("cannot look for held messages; trying on: {}", failure.toString());
      }
      failing = true;
    }
  }
}
