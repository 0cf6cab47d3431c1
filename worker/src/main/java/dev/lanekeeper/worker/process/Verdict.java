package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.group.Why;
import java.time.Duration;
import java.util.function.Function;

/** What is to be done after a run of the handler failed. */
sealed interface Verdict {

  /** Calls the function for the case at hand; whoever asks has to have an answer for each. */
  <T> T decide(Function<Wait, T> wait, Function<Retry, T> retry, Function<Stop, T> stop);

  /** Try again later; the attempt does not count. */
  record Wait(Duration delay) implements Verdict {
    @Override
    public <T> T decide(Function<Wait, T> wait, Function<Retry, T> retry, Function<Stop, T> stop) {
      return wait.apply(this);
    }
  }

  /** Try again later; the attempt counts, and goes on record. */
  record Retry(Duration delay) implements Verdict {
    @Override
    public <T> T decide(Function<Wait, T> wait, Function<Retry, T> retry, Function<Stop, T> stop) {
      return retry.apply(this);
    }
  }

  /** Do not try again. */
  record Stop(Why why) implements Verdict {
    @Override
    public <T> T decide(Function<Wait, T> wait, Function<Retry, T> retry, Function<Stop, T> stop) {
      return stop.apply(this);
    }
  }
}
