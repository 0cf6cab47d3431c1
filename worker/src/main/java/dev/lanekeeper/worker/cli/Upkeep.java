package dev.lanekeeper.worker.cli;

import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.receive.Outage;
import java.util.List;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What a worker does from time to time: processes held messages that nobody else does, since the
 * worker that closed a gap may have died or an operator opened the group; parks groups whose gap
 * stays open; counts; removes what is old. A task that fails does not keep the others from their
 * turn. Called by one thread.
 */
final class Upkeep implements Runnable {
  private static final Logger log = LoggerFactory.getLogger(Upkeep.class);

  private final String what;
  private final List<Runnable> tasks;
  private final Outage outage;
  private final Outage.Witness witness;
  private final Consumer<Throwable> onFatal;
  private final FailureClassifier classifier = new FailureClassifier();
  private boolean failing;

  /**
   * @param what is looked after, in words
   * @param outage is told when the database is away; while it is open, nothing is done
   */
  Upkeep(String what, List<Runnable> tasks, Outage outage, Consumer<Throwable> onFatal) {
    this.what = what;
    this.tasks = tasks;
    this.outage = outage;
    this.witness = outage.witness();
    this.onFatal = onFatal;
  }

  @Override
  public void run() {
    if (outage.isOpen()) {
      return;
    }
    boolean failed = false;
    for (Runnable task : tasks) {
      try {
        task.run();
      } catch (RuntimeException failure) {
        if (classifier.isOutage(failure)) {
          witness.failed(failure);
          return;
        }
        failed = true;
        if (!failing) {
          log.warn("{} are not looked after; trying on: {}", what, failure.toString());
          failing = true;
        }
      } catch (Error failure) {
        onFatal.accept(failure);
        throw failure;
      }
    }
    witness.worked();
    if (failing && !failed) {
      log.info("{} are looked after again", what);
      failing = false;
    }
  }
}
