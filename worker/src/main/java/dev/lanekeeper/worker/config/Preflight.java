package dev.lanekeeper.worker.config;

/** What the checks before a start may do. */
public enum Preflight {
  /** Refuse a start that would not be safe. */
  ENFORCE,
  /** Log what was found, and start. */
  WARN,
  /** Nothing: they are not made. */
  OFF
}
