package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.operate.GroupReport;
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

/** Lists groups. */
@Command(
    name = "list",
    description = "List the groups that do not simply move, the oldest change first.")
final class ListGroups implements Callable<Integer> {
  private static final Set<GroupState> NOT_MOVING =
      EnumSet.of(GroupState.WAITING, GroupState.PARKED, GroupState.PAUSED);

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--state",
      paramLabel = "STATE",
      split = ",",
      description = {
        "Only these states: ${COMPLETION-CANDIDATES}. By default waiting, parked and paused."
      })
  private List<GroupState> states = new ArrayList<>();

  @Override
  public Integer call() throws Exception {
    Set<GroupState> wanted = states.isEmpty() ? NOT_MOVING : EnumSet.copyOf(states);
    List<GroupReport.Group> groups =
        session.run(
            database -> new GroupReport(database.reading()).list(session.consumerGroup(), wanted));
    Table table =
        new Table("group", "topic", "state", "reason", "last_sequence", "held", "since", "by");
    for (GroupReport.Group group : groups) {
      table.row(
          group.key().name(),
          group.key().topic(),
          group.state().label(),
          group.reason().orElse(""),
          group.lastSequence(),
          group.heldCount(),
          group.changedAt(),
          group.changedBy());
    }
    table.print(spec.commandLine().getOut(), output.format());
    return ExitCode.OK.code();
  }
}
