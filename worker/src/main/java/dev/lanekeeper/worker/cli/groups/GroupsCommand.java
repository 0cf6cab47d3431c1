package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** Looks at message groups and operates them. */
@Command(
    name = "groups",
    description = {
      "Look at message groups and operate them, beside running workers and from any machine.",
      "Every change is recorded with author and reason."
    },
    subcommands = {
      ListGroups.class,
      ShowGroup.class,
      ExplainGroup.class,
      PauseGroup.class,
      ResumeGroup.class,
      SkipHead.class,
      ReplaceHead.class,
      ReopenGroup.class
    })
public final class GroupsCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  private GroupsCommand() {}

  /** The command line, whose redrive knows these handlers beside those in jars. */
  public static CommandLine line(List<HandlerProvider> builtIn) {
    return new CommandLine(new GroupsCommand()).addSubcommand(new RedriveGroups(builtIn));
  }

  @Override
  public Integer call() {
    throw new ProgramException(
        ExitCode.USAGE, "no command given; begin with: worker.jar groups list");
  }
}
