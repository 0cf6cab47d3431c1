package dev.lanekeeper.worker.cli.groups;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.operate.DeadLetters;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows one dead letter. */
@Command(name = "show", description = "Show a dead letter with its properties and its payload.")
final class ShowDeadLetter implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();

  @Parameters(paramLabel = "NAME", description = "Its name in the list.")
  private String name = "";

  @Override
  public Integer call() throws Exception {
    DeadLetters.DeadLetter letter =
        session
            .run(
                database ->
                    new DeadLetters(database.reading())
                        .find(session.consumerGroup(), session.topic(), name))
            .orElseThrow(() -> unknown(name));
    spec.commandLine().getOut().println(DeadLetterJson.of(letter).toPrettyString());
    spec.commandLine().getOut().println(new String(letter.message().raw().body(), UTF_8));
    return ExitCode.OK.code();
  }

  static ProgramException unknown(String name) {
    return new ProgramException(
        ExitCode.DATA, "no dead letter \"" + name + "\"; see: dead-letters list");
  }
}
