package dev.lanekeeper.worker.process;

/** What is done with a message that used up its attempts or can never succeed. */
public enum OnExhausted {
  /** It becomes a dead letter, and its group moves on. */
  SKIP
}
