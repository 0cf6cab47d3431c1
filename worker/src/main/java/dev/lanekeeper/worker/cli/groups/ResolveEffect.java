package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.worker.operate.EffectOperations;
import dev.lanekeeper.worker.operate.EffectReport;
import dev.lanekeeper.worker.operate.Operator;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Says of one effect whether it happened. */
@Command(
    name = "resolve",
    description = {
      "Say of an unknown effect whether it happened. Its message is settled, or called for again,",
      "by the redrive of its group that follows."
    })
final class ResolveEffect implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OperatorOptions operator = new OperatorOptions();

  @Parameters(paramLabel = "KEY", description = "Its idempotency key, or how it begins.")
  private String key = "";

  @Option(
      names = "--happened",
      fallbackValue = "true",
      description = "It happened: it is not made again.")
  private boolean happened;

  @Option(
      names = "--did-not-happen",
      fallbackValue = "true",
      description = "It did not happen: it is made.")
  private boolean didNotHappen;

  @Option(
      names = "--result",
      paramLabel = "TEXT",
      description = "What the call would have returned; nothing by default.")
  private @Nullable String result;

  @Override
  public Integer call() throws Exception {
    if (happened == didNotHappen || (didNotHappen && result != null)) {
      throw new ProgramException(
          ExitCode.USAGE,
          "say --happened, with --result TEXT if you want, or --did-not-happen, one of the two");
    }
    Operator who = operator.operatorWithReason();
    Reconciliation found =
        happened
            ? Reconciliation.happened(Optional.ofNullable(result))
            : Reconciliation.didNotHappen();
    EffectReport.Effect effect =
        session.run(
            database -> {
              EffectReport.Effect one =
                  new EffectReport(database.reading()).find(session.consumerGroup(), key);
              new EffectOperations(database.jdbi()).resolve(one, found, who);
              return one;
            });
    spec.commandLine()
        .getOut()
        .printf(
            "%s %s; if its group is parked: groups redrive %s%n",
            effect.idempotencyKey(),
            happened ? "happened" : "did not happen",
            effect.group().name());
    return ExitCode.OK.code();
  }
}
