package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.worker.operate.EffectReport;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Shows one effect. */
@Command(name = "show", description = "Show an effect, what is known of it, and what to do.")
final class ShowEffect implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();

  @Parameters(paramLabel = "KEY", description = "Its idempotency key, or how it begins.")
  private String key = "";

  @Override
  public Integer call() throws Exception {
    EffectReport.Effect effect =
        session.run(
            database -> new EffectReport(database.reading()).find(session.consumerGroup(), key));
    PrintWriter out = spec.commandLine().getOut();
    out.printf("key            %s%n", effect.idempotencyKey());
    out.printf("message        %s%n", effect.key().dedupKey());
    out.printf("group          %s%n", effect.group().name());
    out.printf("topic          %s%n", effect.group().topic());
    out.printf("state          %s%n", effect.state().label());
    out.printf("since          %s%n", effect.changedAt());
    out.printf("owner          %s%n", effect.owner());
    out.printf("claimed until  %s%n", effect.claimedUntil());
    out.printf("epoch          %d%n", effect.epoch());
    out.printf("result         %s%n", effect.result().orElse(""));
    out.printf("%n%s%n", explanation(effect));
    return ExitCode.OK.code();
  }

  private static String explanation(EffectReport.Effect effect) {
    return switch (effect.state()) {
      case DONE -> "It happened, and is not made again.";
      case FAILED -> "It is known not to have happened; the next attempt of its message makes it.";
      case IN_PROGRESS ->
          effect.isClaimed()
              ? "Its owner may be calling. Nobody else does before the claim ends."
              : "Its claim has ended: whoever looks next takes it for unknown.";
      case UNKNOWN ->
          "Nobody knows whether it happened. If its handler can find out: effects reconcile %s. If you know: effects resolve %s --happened (or --did-not-happen) --reason TEXT. Then: groups redrive %s"
              .formatted(effect.idempotencyKey(), effect.idempotencyKey(), effect.group().name());
    };
  }
}
