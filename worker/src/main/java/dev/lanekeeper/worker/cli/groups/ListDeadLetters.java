package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.operate.DeadLetters;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Lists dead letters. */
@Command(name = "list", description = "List the dead letters, the oldest first.")
final class ListDeadLetters implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OutputOptions output = new OutputOptions();

  @Override
  public Integer call() throws Exception {
    List<DeadLetters.DeadLetter> letters =
        session.run(database -> new DeadLetters(database.reading()).list(session.consumerGroup()));
    Table table = new Table("name", "topic", "id", "why", "attempts", "error");
    for (DeadLetters.DeadLetter letter : letters) {
      table.row(
          letter.name(),
          letter.key().topic(),
          letter.dedupKey(),
          letter.message().why().label(),
          letter.message().attempts(),
          letter.message().lastError().flatMap(text -> text.lines().findFirst()).orElse(""));
    }
    table.print(spec.commandLine().getOut(), output.format());
    return ExitCode.OK.code();
  }
}
