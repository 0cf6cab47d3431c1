package dev.lanekeeper.worker.config;

import dev.lanekeeper.program.settings.Tuning;
import picocli.CommandLine.Option;

/** How the log is written; a picocli mixin. Filled by picocli, then only read. */
public final class LogOptions {
  @Option(
      names = "--log-format",
      paramLabel = "LOG_FORMAT",
      defaultValue = "plain",
      description = {
        "How the log on standard error is written: plain for people, json with one object a line for",
        "machines (${DEFAULT-VALUE})."
      })
  @Tuning(why = "`json` where a collector reads the log; [events and fields](#logs)")
  private LogFormat format = LogFormat.PLAIN;

  public LogFormat format() {
    return format;
  }
}
