package dev.lanekeeper.benchmark.settle;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.EffectOutcome;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.ProcessListener;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Tells nobody. Stateless. */
final class SilentListener implements ProcessListener {
  @Override
  public void settled(RawMessage raw, int attempt, Outcome.Settled outcome) {}

  @Override
  public void failed(FailureClassifier.Kind kind, Throwable cause) {}

  @Override
  public void undecided(Throwable cause) {}

  @Override
  public void groupChanged(GroupKey key, GroupState from, GroupState to, Optional<String> why) {}

  @Override
  public void groupFull(GroupKey key) {}

  @Override
  public void notGivenBack(Message message, Throwable cause) {}

  @Override
  public void effect(Message message, EffectOutcome outcome) {}

  @Override
  public void shared(boolean committed) {}

  @Override
  public <T> T timed(Callable<T> handler) throws Exception {
    return handler.call();
  }
}
