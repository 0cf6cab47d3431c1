package dev.lanekeeper.worker.process;

/** What is done with a message that used up its attempts or can never succeed. */
public enum OnExhausted {
  /** Its group stops with it, and keeps its order; an operator redrives it. */
  PARK,
  /** It becomes a dead letter, and its group moves on. */
  SKIP
}
