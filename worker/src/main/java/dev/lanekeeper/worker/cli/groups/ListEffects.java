package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.effect.EffectState;
import dev.lanekeeper.worker.operate.EffectReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists effects. */
@Command(
    name = "list",
    description = "List the effects that are unknown or in progress, the oldest change first.")
final class ListEffects implements Callable<Integer> {
  static final Set<EffectState> OPEN = EnumSet.of(EffectState.UNKNOWN, EffectState.IN_PROGRESS);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--effect-state",
      paramLabel = "STATE",
      split = ",",
      description = {
        "Only these states: ${COMPLETION-CANDIDATES}. By default unknown and in_progress."
      })
  private List<EffectState> states = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    Set<EffectState> wanted = states.isEmpty() ? OPEN : EnumSet.copyOf(states);
    List<EffectReport.Effect> effects =
        session.run(
            database -> new EffectReport(database.reading()).list(session.consumerGroup(), wanted));
    Table table = new Table("key", "state", "topic", "group", "id", "owner", "since");
    for (EffectReport.Effect effect : effects) {
      table.row(
          effect.idempotencyKey(),
          effect.state().label(),
          effect.group().topic(),
          effect.group().name(),
          effect.key().dedupKey(),
          effect.owner(),
          effect.changedAt());
    }
    table.print(spec.commandLine().getOut(), output.format());
    return ExitCode.OK.code();
  }
}
