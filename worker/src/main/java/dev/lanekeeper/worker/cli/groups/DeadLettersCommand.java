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

/** Looks at dead letters and replays them. */
@Command(
    name = "dead-letters",
    description = "Look at the messages that were given up, replay them, or take them away.",
    subcommands = {ListDeadLetters.class, ShowDeadLetter.class, ExportDeadLetters.class})
public final class DeadLettersCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  private DeadLettersCommand() {}

  /** The command line, whose replay knows these handlers beside those in jars. */
  public static CommandLine line(List<HandlerProvider> builtIn) {
    return new CommandLine(new DeadLettersCommand()).addSubcommand(new ReplayDeadLetters(builtIn));
  }

  @Override
  public Integer call() {
    throw new ProgramException(
        ExitCode.USAGE, "no command given; begin with: worker.jar dead-letters list");
  }
}
