package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.operate.Operator;
import picocli.CommandLine.Option;

/** Who acts and why; a picocli mixin. */
final class OperatorOptions {
  @Option(
      names = "--reason",
      paramLabel = "TEXT",
      description = {
        "Why, for those who look later. Needed wherever messages are stopped, changed or left out."
      })
  private String reason = "";

  @Option(
      names = "--author",
      paramLabel = "NAME",
      defaultValue = "${sys:user.name}",
      description = "Who does it (${DEFAULT-VALUE}).")
  private String author = "";

  /** Who acts, with a reason if there is one. */
  Operator operator() {
    return new Operator(author, reason.isBlank() ? "no reason given" : reason);
  }

  /**
   * Who acts, with a reason.
   *
   * @throws ProgramException when there is none
   */
  Operator operatorWithReason() {
    if (reason.isBlank()) {
      throw new ProgramException(
          ExitCode.USAGE, "say why, for those who look later: --reason TEXT");
    }
    return operator();
  }
}
