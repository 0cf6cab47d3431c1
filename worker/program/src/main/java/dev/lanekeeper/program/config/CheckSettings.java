package dev.lanekeeper.program.config;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.settings.Checked;
import dev.lanekeeper.program.settings.Problems;
import dev.lanekeeper.program.settings.Settings;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Says whether the settings are sound. */
@Command(
    name = "check",
    description = {
      "Check the settings, and print all that is wrong with them; takes the options of the command that",
      "uses them, and connects to nothing. Exit codes: 0 they are sound, 64 or 78 they are not."
    })
final class CheckSettings implements Callable<Integer>, Checked {
  private final Checked owner;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();

  /**
   * @param owner filled with the settings by the time this runs
   */
  CheckSettings(Checked owner) {
    this.owner = owner;
  }

  @Override
  public void check(Problems problems, Map<String, String> environment) {
    owner.check(problems, environment);
  }

  @Override
  public Integer call() {
    if (spec.defaultValueProvider() instanceof Settings settings) {
      Problems problems = new Problems();
      check(problems, settings.environment());
      problems.throwIfAny();
    }
    spec.commandLine().getOut().println("the settings are sound");
    return ExitCode.OK.code();
  }
}
