package dev.lanekeeper.program.config;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Checked;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Shows and checks settings without using them. */
@Command(
    name = "config",
    description = "Look at the settings: where each comes from, and whether they are sound.")
public final class ConfigCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  private ConfigCommand() {}

  /**
   * The command line for the settings of another command, whose options it takes.
   *
   * @param owner the other command, of its own: its fields are filled here
   */
  public static CommandLine line(Checked owner) {
    CommandSpec options = CommandSpec.forAnnotatedObject(owner);
    return new CommandLine(new ConfigCommand())
        .addSubcommand(taking(options, new ShowSettings()))
        .addSubcommand(taking(options, new CheckSettings(owner)));
  }

  private static CommandLine taking(CommandSpec options, Callable<Integer> command) {
    CommandSpec spec = CommandSpec.forAnnotatedObject(command);
    for (OptionSpec option : options.options()) {
      if (spec.findOption(option.longestName()) == null) {
        spec.addOption(OptionSpec.builder(option).build());
      }
    }
    return new CommandLine(spec);
  }

  @Override
  public Integer call() {
    throw new ProgramException(ExitCode.USAGE, "no command given; there are: show, check");
  }
}
