package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.worker.operate.GroupOperations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Pauses one group. */
@Command(name = "pause", description = "Hold whatever arrives for a group, until it is resumed.")
final class PauseGroup implements Callable<Integer> {
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
              new GroupOperations(database.jdbi())
                  .pause(target.key(), operator.operatorWithReason());
              return true;
            });
    spec.commandLine().getOut().println(target.key() + " is paused; what arrives is held");
    return ExitCode.OK.code();
  }
}
