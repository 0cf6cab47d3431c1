package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.message.RawMessage;
import java.util.Optional;
import java.util.concurrent.Callable;

/** Is told what happens to messages, for metrics and logs. Thread-safe implementations only. */
public interface ProcessListener {

  /**
   * A message's fate is committed.
   *
   * @param attempt of which it is the outcome, counted from 1; 0 when no handler could be asked
   */
  void settled(RawMessage raw, int attempt, Outcome.Settled outcome);

  /** A run of the handler, or the transaction around it, failed. */
  void failed(FailureClassifier.Kind kind, Throwable cause);

  /**
   * The database did not take a decision, for a reason that is none of the environment: it is tried
   * again, but somebody has to mend it. Told once for each message.
   */
  void undecided(Throwable cause);

  /** A group's state changed, and the change is committed. */
  void groupChanged(GroupKey key, GroupState from, GroupState to, Optional<String> reason);

  /** A group holds as many messages as it may: no more are taken off the broker for it. */
  void groupFull(GroupKey key);

  /** The handler failed when it was given back the result of a message that came again. */
  void notGivenBack(Message message, Throwable cause);

  /** A call outside the database came to something. */
  void effect(Message message, EffectOutcome outcome);

  /**
   * Several messages shared a transaction.
   *
   * @param committed whether they are applied; else each goes alone
   */
  void shared(boolean committed);

  /** Runs the handler. */
  <T> T timed(Callable<T> handler) throws Exception;
}
