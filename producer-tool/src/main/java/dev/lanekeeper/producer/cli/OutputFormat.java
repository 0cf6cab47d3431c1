package dev.lanekeeper.producer.cli;

/** How results are written to standard output. */
enum OutputFormat {
  TABLE,
  JSON
}
