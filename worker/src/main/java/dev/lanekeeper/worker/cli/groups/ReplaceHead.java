package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.Payload;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Gives the head of one group another payload. */
@Command(
    name = "replace-head",
    description = {
      "Give the head of a parked group a corrected payload, under the same dedup key.",
      "The original is kept as a dead letter. Redrive the group afterwards."
    })
final class ReplaceHead implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Target target = new Target();
  @Mixin private OperatorOptions operator = new OperatorOptions();

  @Option(
      names = "--body",
      paramLabel = "FILE",
      required = true,
      description = "The corrected payload, byte for byte.")
  private Path file = Path.of("");

  @Override
  public Integer call() throws Exception {
    Payload payload = new Payload(read());
    target
        .session()
        .run(
            database -> {
              new GroupOperations(database.jdbi())
                  .replaceHead(target.key(), payload, operator.operatorWithReason());
              return true;
            });
    spec.commandLine()
        .getOut()
        .println(
            target.key() + " has a corrected head; go on with: groups redrive " + target.name());
    return ExitCode.OK.code();
  }

  private byte[] read() {
    try {
      return Files.readAllBytes(file);
    } catch (IOException failure) {
      throw new ProgramException(ExitCode.IO, "cannot read " + file, failure);
    }
  }
}
