package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.worker.operate.GroupOperations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Reopens one group. */
@Command(name = "reopen", description = "Take messages again for a group that has ended.")
final class ReopenGroup implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Target target = new Target();
  @Mixin private OperatorOptions operator = new OperatorOptions();

  @Override
  public Integer call() throws Exception {
    target
        .session()
        .run(
            database -> {
              new GroupOperations(database.jdbi()).reopen(target.key(), operator.operator());
              return true;
            });
    spec.commandLine().getOut().println(target.key() + " is open again");
    return ExitCode.OK.code();
  }
}
