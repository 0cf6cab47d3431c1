package dev.lanekeeper.producer.cli;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.Program;
import dev.lanekeeper.program.config.ConfigCommand;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** The executable: {@code java -jar producer-tool.jar COMMAND}. */
@Command(
    name = "producer-tool",
    description = "Sends ledger records to a RocketMQ FIFO topic, one message group per order.",
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ReplayCommand.class,
      ValidateCommand.class,
      BatchCommand.class,
      SplitCommand.class,
      RelayCommand.class,
      GenerateCommand.class,
      BalancesCommand.class,
      GenerateCompletion.class
    })
public final class ProducerTool {
  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  /** The command line, with 'config' for the settings of 'replay'. */
  static CommandLine line() {
    return new CommandLine(new ProducerTool())
        .addSubcommand(ConfigCommand.line(new ReplayCommand()));
  }

  public static void main(String... arguments) {
    System.exit(Program.ofThisProcess().run(line(), arguments));
  }
}
