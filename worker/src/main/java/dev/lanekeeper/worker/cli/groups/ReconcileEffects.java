package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.config.HandlerOptions;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.group.HeldMessage;
import dev.lanekeeper.worker.handler.Handlers;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.operate.EffectOperations;
import dev.lanekeeper.worker.operate.EffectReport;
import dev.lanekeeper.worker.process.Results;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jdbi.v3.core.JdbiException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Lets handlers find out what became of unknown effects. */
@Command(
    name = "reconcile",
    description = {
      "Ask the handler of each unknown effect whether it happened, and write the answer down. The",
      "messages are settled, or called for again, by the redrive of their groups that follows.",
      "Exit codes: 0 all are known now, 65 one is not."
    })
final class ReconcileEffects implements Callable<Integer> {
  private final List<HandlerProvider> builtIn;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OperatorOptions operator = new OperatorOptions();
  @Mixin private HandlerOptions handling = new HandlerOptions();
  @Mixin private ProcessOptions process = new ProcessOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Parameters(
      paramLabel = "KEY",
      arity = "0..*",
      description = "Their idempotency keys, or how they begin. By default all that are unknown.")
  private List<String> keys = new ArrayList<>();

  ReconcileEffects(List<HandlerProvider> builtIn) {
    this.builtIn = builtIn;
  }

  @Override
  public Integer call() throws Exception {
    try (Handlers handlers =
        new Handlers(handling.builtIn(builtIn), handling.paths(), handling.names())) {
      return session.run(database -> reconcile(database, handlers.handler()));
    }
  }

  private Integer reconcile(Database database, MessageHandler handler) {
    Table table = new Table("key", "group", "found");
    ExitCode worst = ExitCode.OK;
    for (EffectReport.Effect effect : effects(new EffectReport(database.reading()))) {
      Optional<String> problem = reconcile(new EffectOperations(database.jdbi()), effect, handler);
      table.row(effect.idempotencyKey(), effect.group().name(), problem.orElse("written down"));
      worst = problem.isPresent() ? ExitCode.DATA : worst;
    }
    table.print(spec.commandLine().getOut(), output.format());
    return worst.code();
  }

  private List<EffectReport.Effect> effects(EffectReport report) {
    String consumerGroup = session.consumerGroup();
    return keys.isEmpty()
        ? report.list(consumerGroup, ListEffects.OPEN).stream()
            .filter(effect -> effect.group().topic().equals(session.topic()))
            .filter(effect -> !effect.isClaimed())
            .toList()
        : keys.stream().map(key -> report.find(consumerGroup, key)).toList();
  }

  /** What stays open, and why; empty when it is known now. */
  private Optional<String> reconcile(
      EffectOperations operations, EffectReport.Effect effect, MessageHandler handler) {
    Optional<HeldMessage> held = operations.messageOf(effect);
    if (held.isEmpty()) {
      return Optional.of("its message is not held here: it comes again, and is decided upon then");
    }
    Decoder decoder = new Decoder(session.consumerGroup(), process.dedupKeyRule());
    try {
      Message message = decoder.decode(held.get().raw());
      if (!(handler instanceof EffectHandler effects && effects.hasEffect(message))) {
        return Optional.of("--handler names none that makes it");
      }
      Reconciliation found = effects.reconcile(message, effect.key().idempotencyKey());
      if (found.finding() == Reconciliation.Finding.UNKNOWN) {
        return Optional.of("its handler cannot tell either");
      }
      Reconciliation storable =
          new Reconciliation(found.finding(), found.result().map(Results::kept));
      operations.resolve(effect, storable, operator.operator());
      return Optional.empty();
    } catch (JdbiException unwell) {
      throw unwell;
    } catch (Exception | LinkageError | StackOverflowError | AssertionError failure) {
      return Optional.of("failed: " + failure);
    }
  }
}
