package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.process.Drainer;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.Run;

/** The held message of a group whose turn may have come. */
final class DrainTask implements LaneTask {
  private final Drainer drainer;
  private final GroupKey key;
  private final Run run = new Run(true);

  DrainTask(Drainer drainer, GroupKey key) {
    this.drainer = drainer;
    this.key = key;
  }

  @Override
  public Outcome pass() {
    return drainer.drainNext(key, run);
  }

  @Override
  public Outcome handBack() {
    drainer.handBack(key, run);
    return new Outcome.Nothing();
  }

  @Override
  public boolean isDelivered() {
    return false;
  }

  @Override
  public int attempt() {
    return run.used() + 1;
  }

  @Override
  public void done(Outcome outcome) {
    // A held message has nobody to answer to: what follows is up to the lane.
  }
}
