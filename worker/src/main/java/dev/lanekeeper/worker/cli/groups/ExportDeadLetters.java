package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.worker.operate.DeadLetters;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Writes dead letters out. */
@Command(
    name = "export",
    description = "Write all dead letters to standard output, one JSON object a line.")
final class ExportDeadLetters implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();

  @Override
  public Integer call() throws Exception {
    session
        .run(database -> new DeadLetters(database.reading()).list(session.consumerGroup()))
        .forEach(letter -> spec.commandLine().getOut().println(DeadLetterJson.of(letter)));
    return ExitCode.OK.code();
  }
}
