package dev.lanekeeper.program.output;

import picocli.CommandLine.Option;

/** How data is written; a picocli mixin. Filled by picocli, then only read. */
public final class OutputOptions {
  @Option(
      names = "--output",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "How to write to standard output: ${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private OutputFormat format = OutputFormat.TABLE;

  public OutputFormat format() {
    return format;
  }
}
