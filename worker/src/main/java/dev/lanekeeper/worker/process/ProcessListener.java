package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.message.RawMessage;
import java.util.concurrent.Callable;

/** Is told what happens to messages, for metrics and logs. Thread-safe implementations only. */
public interface ProcessListener {

  /** A message's fate is committed. */
  void settled(RawMessage raw, Outcome.Settled outcome);

  /** A run of the handler, or the transaction around it, failed. */
  void failed(FailureClassifier.Kind kind);

  /** Runs the handler. */
  <T> T timed(Callable<T> handler) throws Exception;
}
