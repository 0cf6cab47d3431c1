package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.worker.operate.GroupOperations;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Resumes one group. */
@Command(name = "resume", description = "Let a paused group go on; what is held comes first.")
final class ResumeGroup implements Callable<Integer> {
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
              new GroupOperations(database.jdbi()).resume(target.key(), operator.operator());
              return true;
            });
    spec.commandLine()
        .getOut()
        .println(target.key() + " goes on; the workers process what is held, in order");
    return ExitCode.OK.code();
  }
}
