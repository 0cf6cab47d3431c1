package dev.lanekeeper.worker.cli;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.config.ConfigCommand;
import dev.lanekeeper.worker.cli.groups.DeadLettersCommand;
import dev.lanekeeper.worker.cli.groups.EffectsCommand;
import dev.lanekeeper.worker.cli.groups.GroupsCommand;
import dev.lanekeeper.worker.cli.top.TopCommand;
import dev.lanekeeper.worker.handler.ledger.LedgerProvider;
import java.util.List;
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
      OrdersCommand.class,
      VerifyCommand.class,
      TopCommand.class,
      GenerateCompletion.class
    })
public final class WorkerCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  private WorkerCommand() {}

  /** The command line of a worker whose ledger handler is this one. */
  public static CommandLine line(MessageHandler ledger) {
    List<HandlerProvider> builtIn = List.of(new LedgerProvider(ledger));
    return new CommandLine(new WorkerCommand())
        .addSubcommand(new RunCommand(builtIn))
        .addSubcommand(new DoctorCommand(builtIn))
        .addSubcommand(ConfigCommand.line(new RunCommand(builtIn)))
        .addSubcommand(GroupsCommand.line(builtIn))
        .addSubcommand(DeadLettersCommand.line(builtIn))
        .addSubcommand(EffectsCommand.line(builtIn));
  }

  @Override
  public Integer call() {
    throw new ProgramException(
        ExitCode.USAGE, "no command given; begin with: worker.jar run --help");
  }
}
