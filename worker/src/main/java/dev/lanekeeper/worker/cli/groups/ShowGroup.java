package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.output.OutputFormat;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.operate.Explanation;
import dev.lanekeeper.worker.operate.GroupReport;
import dev.lanekeeper.worker.operate.OperatorActions;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Shows one group. */
@Command(
    name = "show",
    description = "Show a group: its state and why, its held messages, the last operator actions.")
final class ShowGroup implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Target target = new Target();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    GroupReport.Detail detail = read(target);
    PrintWriter out = spec.commandLine().getOut();
    if (output.format() == OutputFormat.JSON) {
      GroupJson.print(out, detail);
      return ExitCode.OK.code();
    }
    GroupReport.Group group = detail.group();
    out.printf("group          %s%n", group.key().name());
    out.printf("topic          %s%n", group.key().topic());
    out.printf("state          %s%n", group.state().label());
    out.printf("reason         %s%n", group.reason().orElse(""));
    out.printf("since          %s, by %s%n", group.changedAt(), group.changedBy());
    out.printf("last sequence  %d%n", group.lastSequence());
    out.printf("held           %d%n", group.heldCount());
    out.printf("%n%s%n", Explanation.of(detail));
    if (!detail.held().isEmpty()) {
      out.println();
      held(detail).print(out, OutputFormat.TABLE);
    }
    if (!detail.actions().isEmpty()) {
      out.println();
      actions(detail).print(out, OutputFormat.TABLE);
    }
    return ExitCode.OK.code();
  }

  /** The group that was asked for. */
  static GroupReport.Detail read(Target target) throws Exception {
    GroupKey key = target.key();
    return target
        .session()
        .run(database -> new GroupReport(database.reading()).show(key))
        .orElseThrow(
            () ->
                new ProgramException(
                    ExitCode.DATA,
                    key + " was never seen by consumer group " + key.consumerGroup()));
  }

  private static Table held(GroupReport.Detail detail) {
    Table table =
        new Table("position", "sequence", "status", "why", "attempts", "since", "id", "error");
    for (GroupReport.Held held : detail.held()) {
      table.row(
          held.position(),
          held.sequence().map(String::valueOf).orElse(""),
          held.status(),
          held.why(),
          held.attempts(),
          held.heldAt(),
          held.dedupKey(),
          held.lastError().flatMap(error -> error.lines().findFirst()).orElse(""));
    }
    return table;
  }

  private static Table actions(GroupReport.Detail detail) {
    Table table = new Table("action", "by", "at", "messages", "reason");
    for (OperatorActions.Entry action : detail.actions()) {
      table.row(
          action.action(), action.author(), action.doneAt(), action.messages(), action.reason());
    }
    return table;
  }
}
