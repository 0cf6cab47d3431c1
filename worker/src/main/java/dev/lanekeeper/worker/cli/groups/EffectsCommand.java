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

/** Looks at effects outside the database and decides about them. */
@Command(
    name = "effects",
    description = {
      "Look at effects outside the database, and decide about those of which nobody knows whether",
      "they happened. Every decision is recorded with author and reason."
    },
    subcommands = {ListEffects.class, ShowEffect.class, ResolveEffect.class})
public final class EffectsCommand implements Callable<Integer> {
  @Mixin private CommonOptions common = new CommonOptions();

  private EffectsCommand() {}

  /** The command line, whose reconcile knows these handlers beside those in jars. */
  public static CommandLine line(List<HandlerProvider> builtIn) {
    return new CommandLine(new EffectsCommand()).addSubcommand(new ReconcileEffects(builtIn));
  }

  @Override
  public Integer call() {
    throw new ProgramException(
        ExitCode.USAGE, "no command given; begin with: worker.jar effects list");
  }
}
