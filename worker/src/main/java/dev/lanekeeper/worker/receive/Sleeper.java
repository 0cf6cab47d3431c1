package dev.lanekeeper.worker.receive;

import java.time.Duration;

/** Waits; a seam for tests. */
@FunctionalInterface
public interface Sleeper {

  /** Waits for so long, unless it is interrupted. */
  void sleep(Duration duration) throws InterruptedException;
}
