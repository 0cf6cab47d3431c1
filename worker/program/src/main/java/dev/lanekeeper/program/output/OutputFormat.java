package dev.lanekeeper.program.output;

/** How data is written to standard output. */
public enum OutputFormat {
  /** For people. */
  TABLE,
  /** For programs. */
  JSON
}
