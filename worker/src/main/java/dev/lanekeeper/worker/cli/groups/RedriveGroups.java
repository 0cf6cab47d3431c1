package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.config.HandlerOptions;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.handler.Handlers;
import dev.lanekeeper.worker.operate.GroupRedrive;
import dev.lanekeeper.worker.operate.GroupReport;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Processes the held messages of parked groups. */
@Command(
    name = "redrive",
    description = {
      "Process the held messages of parked groups in order, in this process, one group after the",
      "other. A group stops at its first failure and stays parked; run it again to go on.",
      "Exit codes: 0 all groups are open, 65 a group is still parked, 75 the database is unwell."
    })
final class RedriveGroups implements Callable<Integer> {
  private final List<HandlerProvider> builtIn;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OperatorOptions operator = new OperatorOptions();
  @Mixin private HandlerOptions handling = new HandlerOptions();
  @Mixin private ProcessOptions process = new ProcessOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Parameters(paramLabel = "GROUP", arity = "0..*", description = "The message groups.")
  private List<String> names = new ArrayList<>();

  @Option(
      names = "--all-parked",
      fallbackValue = "true",
      description = "All parked groups of the topic, instead of naming them.")
  private boolean allParked;

  @Option(
      names = "--reason-is",
      paramLabel = "REASON",
      description = "Of these only the ones parked for this reason: attempts, rejected, ...")
  private @Nullable String reasonIs;

  @Option(
      names = "--dry-run",
      fallbackValue = "true",
      description = "Only list the groups and how many messages they hold.")
  private boolean dryRun;

  @Option(
      names = "--canary",
      paramLabel = "N",
      description = "Redrive N groups first, and the others only if none of them stopped.")
  private @Nullable Integer canary;

  @Option(names = "--rate", paramLabel = "N", description = "At most N messages a second.")
  private @Nullable Double rate;

  RedriveGroups(List<HandlerProvider> builtIn) {
    this.builtIn = builtIn;
  }

  @Override
  public Integer call() throws Exception {
    if (names.isEmpty() != allParked) {
      throw new ProgramException(
          ExitCode.USAGE, "name the groups, or say --all-parked, one of the two");
    }
    if (rate != null && !(rate > 0)) {
      throw new ProgramException(ExitCode.USAGE, "--rate has to be above 0");
    }
    try (Handlers handlers =
        new Handlers(handling.builtIn(builtIn), handling.paths(), handling.names())) {
      return session.run(database -> redrive(database, handlers.handler()));
    }
  }

  private Integer redrive(Database database, MessageHandler handler) throws InterruptedException {
    List<GroupReport.Group> groups = groups(new GroupReport(database.reading()));
    GroupRedrive redrive =
        new GroupRedrive(
            database.jdbi(),
            WorkerParts.processing(database, handler, process, session.consumerGroup()).redrive(),
            operator.operator());
    Table table = new Table("group", "processed", "left", "state", "error");
    ExitCode worst = ExitCode.OK;
    int number = 0;
    for (GroupReport.Group group : groups) {
      if (canary != null && number++ == canary && worst != ExitCode.OK) {
        table.row("the others", 0, "", "not begun", "a canary stopped");
        break;
      }
      GroupRedrive.Result result =
          dryRun
              ? new GroupRedrive.Result(0, group.heldCount(), group.state(), Optional.empty())
              : redrive.redrive(group.key(), this::pace);
      table.row(
          group.key().name(),
          result.processed(),
          String.valueOf(result.left()),
          result.state().label(),
          result.error().orElse(""));
      if (!dryRun && result.error().isPresent()) {
        worst = result.isUnwell() ? ExitCode.TEMPORARY : ExitCode.DATA;
      }
      if (worst == ExitCode.TEMPORARY) {
        break;
      }
    }
    table.print(spec.commandLine().getOut(), output.format());
    return worst.code();
  }

  private void pace() throws InterruptedException {
    if (rate != null) {
      TimeUnit.NANOSECONDS.sleep((long) (TimeUnit.SECONDS.toNanos(1) / rate));
    }
  }

  private List<GroupReport.Group> groups(GroupReport report) {
    if (allParked) {
      return report.list(session.consumerGroup(), EnumSet.of(GroupState.PARKED)).stream()
          .filter(group -> group.key().topic().equals(session.topic()))
          .filter(group -> reasonIs == null || group.reason().equals(Optional.of(reasonIs)))
          .toList();
    }
    return names.stream()
        .map(name -> new GroupKey(session.consumerGroup(), session.topic(), name))
        .map(
            key ->
                report
                    .show(key)
                    .map(GroupReport.Detail::group)
                    .filter(group -> group.state() == GroupState.PARKED)
                    .orElseThrow(() -> new ProgramException(ExitCode.DATA, key + " is not parked")))
        .toList();
  }
}
