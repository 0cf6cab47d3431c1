package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.worker.config.HandlerOptions;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.handler.Handlers;
import dev.lanekeeper.worker.operate.Action;
import dev.lanekeeper.worker.operate.DeadLetters;
import dev.lanekeeper.worker.operate.OperatorActions;
import dev.lanekeeper.worker.process.Replay;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jdbi.v3.core.JdbiException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Applies dead letters after all. */
@Command(
    name = "replay",
    description = {
      "Apply dead letters now, in this process, out of their order: their groups have moved on.",
      "Each gets one attempt; one that fails stays a dead letter.",
      "Exit codes: 0 all were applied, 65 one was not."
    })
final class ReplayDeadLetters implements Callable<Integer> {
  private final List<HandlerProvider> builtIn;
  private final OperatorActions actions = new OperatorActions();

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OperatorOptions operator = new OperatorOptions();
  @Mixin private HandlerOptions handling = new HandlerOptions();
  @Mixin private ProcessOptions process = new ProcessOptions();

  @Parameters(paramLabel = "NAME", arity = "1..*", description = "Their names in the list.")
  private List<String> names = new ArrayList<>();

  ReplayDeadLetters(List<HandlerProvider> builtIn) {
    this.builtIn = builtIn;
  }

  @Override
  public Integer call() throws Exception {
    try (Handlers handlers =
        new Handlers(handling.builtIn(builtIn), handling.paths(), handling.names())) {
      return session.run(database -> replay(database, handlers.handler()));
    }
  }

  private Integer replay(Database database, MessageHandler handler) {
    Replay replay =
        WorkerParts.processing(database, handler, process, session.consumerGroup()).replay();
    DeadLetters letters = new DeadLetters(database.jdbi());
    ExitCode exitCode = ExitCode.OK;
    for (String name : names) {
      DeadLetters.DeadLetter letter =
          letters
              .find(session.consumerGroup(), session.topic(), name)
              .orElseThrow(() -> ShowDeadLetter.unknown(name));
      String result = replay(replay, letter);
      spec.commandLine().getOut().println(name + ": " + result);
      if (!result.equals(APPLIED)) {
        exitCode = ExitCode.DATA;
      }
    }
    return exitCode.code();
  }

  private static final String APPLIED = "applied";

  private String replay(Replay replay, DeadLetters.DeadLetter letter) {
    try {
      boolean applied =
          replay.apply(
              letter.key(),
              letter.row(),
              handle ->
                  actions.record(
                      handle, letter.key(), Action.REPLAY, operator.operatorWithReason(), 1));
      return applied ? APPLIED : "not applied: another message was, under its dedup key";
    } catch (JdbiException | ProgramException unwell) {
      throw unwell;
    } catch (Exception failure) {
      return "failed: " + failure.getMessage();
    }
  }
}
