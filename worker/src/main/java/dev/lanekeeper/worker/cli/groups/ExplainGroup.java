package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.worker.operate.Explanation;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Explains one group. */
@Command(
    name = "explain",
    description = "Say in one paragraph why a group does not move, and what to do.")
final class ExplainGroup implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Target target = new Target();

  @Override
  public Integer call() throws Exception {
    spec.commandLine().getOut().println(Explanation.of(ShowGroup.read(target)));
    return ExitCode.OK.code();
  }
}
