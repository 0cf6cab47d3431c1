package dev.lanekeeper.worker.cli;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.cli.groups.DeadLettersCommand;
import dev.lanekeeper.worker.cli.groups.GroupsCommand;
import java.util.concurrent.Callable;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The worker's commands. */
@Command(
    name = "worker.jar",
    description = "Applies every event of a message group once and in order.",
    subcommands = {
      MigrateCommand.class,
      DoctorCommand.class,
      OrdersCommand.class,
      VerifyCommand.class,
      GenerateCompletion.class
    })
public final class WorkerCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  private WorkerCommand() {}

  /** The command line of a worker that passes messages to this handler. */
  public static CommandLine line(MessageHandler handler) {
    return new CommandLine(new WorkerCommand())
        .addSubcommand(new RunCommand(handler))
        .addSubcommand(GroupsCommand.line(handler))
        .addSubcommand(DeadLettersCommand.line(handler));
  }

  @Override
  public Integer call() {
    throw new ProgramException(
        ExitCode.USAGE, "no command given; begin with: worker.jar run --help");
  }
}
