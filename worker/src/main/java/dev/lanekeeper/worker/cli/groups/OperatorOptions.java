package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.worker.operate.Operator;
import picocli.CommandLine.Option;

/** Who acts and why; a picocli mixin. */
final class OperatorOptions {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      required = true,
      description = "Why, for those who look later.")
  private String reason = "";

  @Option(
      names = "--author",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who does it (${DEFAULT-VALUE}).")
  private String author = "";

  Operator operator() {
    return new Operator(author, reason);
  }
}
