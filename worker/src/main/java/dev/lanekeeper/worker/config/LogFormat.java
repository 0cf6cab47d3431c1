package dev.lanekeeper.worker.config;

/** How the log is written. */
public enum LogFormat {
  /** For a terminal. */
  PLAIN,
  /** One JSON object a line, for machines. */
  JSON
}
