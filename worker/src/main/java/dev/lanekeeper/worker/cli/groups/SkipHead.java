package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.worker.operate.GroupOperations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lets one group go on without its head. */
@Command(
    name = "skip-head",
    description = {
      "Let a parked group go on without its head, which becomes a dead letter; or without the",
      "messages that it waits for, when it is parked for a gap."
    })
final class SkipHead implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Target target = new Target();
  @Mixin private OperatorOptions operator = new OperatorOptions();

  @Override
  public Integer call() throws Exception {
    String skipped =
        target
            .session()
            .run(
                database ->
                    new GroupOperations(database.jdbi())
                        .skipHead(target.key(), operator.operatorWithReason()));
    spec.commandLine().getOut().println(target.key() + ": " + skipped);
    return ExitCode.OK.code();
  }
}
