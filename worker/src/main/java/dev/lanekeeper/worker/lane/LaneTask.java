package dev.lanekeeper.worker.lane;

import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.SharedTransaction;
import java.util.Optional;

/** One thing to be done for a message group, in turn. Called by one thread at a time. */
interface LaneTask {

  /** Makes one pass; a pass that ends in {@link Outcome.TryAgain} is made again after its delay. */
  Outcome pass();

  /** What may share a transaction with tasks of other lanes; empty when the task goes alone. */
  default Optional<SharedTransaction.Part> shareable() {
    return Optional.empty();
  }

  /** The task ends without another pass: it is not settled, and somebody may come to it later. */
  Outcome handBack();

  /**
   * Whether it is the broker's message: it goes back when one before it in the lane does, since it
   * would be applied before that one else.
   */
  boolean isDelivered();

  /** The number of the attempt that runs, or comes next, as far as this process knows. */
  int attempt();

  /** The task is over with this outcome. */
  void done(Outcome outcome);
}
