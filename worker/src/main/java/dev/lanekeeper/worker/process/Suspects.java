package dev.lanekeeper.worker.process;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Lets one suspect run at a time. A suspect has a start on record that did not end: either it
 * killed its process, or it was in work when another message did. One by one, whichever kills the
 * process is the only suspect that is charged for it, so the others are charged once at most and
 * are not parked for their neighbour. It serves the count of attempts only; no guarantee rests on
 * it. Thread-safe.
 */
final class Suspects {
  private static final Duration LOOK_AGAIN = Duration.ofMillis(50);

  private final AtomicReference<@Nullable Run> running = new AtomicReference<>();

  /** Lets a suspect in, unless another one runs. Whoever is let in has to {@link #leave}. */
  boolean admit(Run run) {
    return running.compareAndSet(null, run);
  }

  /** The pass over a message has ended, whether it was admitted or not. */
  void leave(Run run) {
    running.compareAndSet(run, null);
  }

  /** What becomes of one that was not let in. */
  Outcome.TryAgain later() {
    return new Outcome.TryAgain(
        LOOK_AGAIN,
        new IllegalStateException("another message that may have killed a worker runs alone"));
  }
}
