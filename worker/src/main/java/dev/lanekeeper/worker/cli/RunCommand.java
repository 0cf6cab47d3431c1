package dev.lanekeeper.worker.cli;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.program.database.H2Door;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.program.settings.Checked;
import dev.lanekeeper.program.settings.Problems;
import dev.lanekeeper.program.tracing.Tracing;
import dev.lanekeeper.worker.config.HandlerOptions;
import dev.lanekeeper.worker.config.LifeOptions;
import dev.lanekeeper.worker.config.LogFormat;
import dev.lanekeeper.worker.config.LogOptions;
import dev.lanekeeper.worker.config.PoolOptions;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.config.ReceiveOptions;
import dev.lanekeeper.worker.config.RetentionOptions;
import dev.lanekeeper.worker.database.Schema;
import dev.lanekeeper.worker.doctor.Doctor;
import dev.lanekeeper.worker.handler.Handlers;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.observe.Logs;
import dev.lanekeeper.worker.observe.Summary;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Receives, processes and acknowledges until it is told to stop. */
@Command(
    name = "run",
    description = {
      "Receive messages, apply each once and in order, acknowledge.",
      "Ends on SIGTERM after the messages in work; a second signal ends it at once.",
      "Exit codes: 0 ended in order, 75 work was cut off and comes again, 69 the broker or the",
      "database cannot be reached, 78 topic, consumer group, schema or settings are wrong."
    })
final class RunCommand implements Callable<Integer>, Checked {
  private static final Logger log = LoggerFactory.getLogger(RunCommand.class);
  private static final Duration LAST_SPANS = Duration.ofSeconds(3);

  private final List<HandlerProvider> builtIn;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private BrokerOptions broker = new BrokerOptions();
  @Mixin private ReceiveOptions receive = new ReceiveOptions();
  @Mixin private HandlerOptions handling = new HandlerOptions();
  @Mixin private ProcessOptions process = new ProcessOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private PoolOptions pool = new PoolOptions();
  @Mixin private RetentionOptions retention = new RetentionOptions();
  @Mixin private LifeOptions life = new LifeOptions();
  @Mixin private LogOptions logging = new LogOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  RunCommand(List<HandlerProvider> builtIn) {
    this.builtIn = builtIn;
  }

  @Override
  public Integer call() throws InterruptedException {
    Problems problems = new Problems();
    check(problems, System.getenv());
    problems.throwIfAny();
    if (logging.format() == LogFormat.JSON) {
      Logs.asJson(Map.of("topic", receive.topic(), "consumer_group", receive.group()));
    }
    try (Tracing tracing = Tracing.open("lanekeeper-worker", LAST_SPANS, System.getenv());
        Handlers handlers =
            new Handlers(handling.builtIn(builtIn), handling.paths(), handling.names())) {
      return run(handlers, tracing);
    }
  }

  @Override
  public void check(Problems problems, Map<String, String> environment) {
    problems
        .collect(receive::settings)
        .collect(() -> life.drainTime(receive.lastReceive(broker.requestTimeout())))
        .collect(() -> process.rules(receive.group()))
        .collect(process::dedupKeyRule)
        .collect(handling::check)
        .collect(retention::retention)
        .collect(() -> pool.size(receive.concurrency()))
        .collect(() -> database.settings(1, environment))
        .collect(() -> BrokerOptions.checkCredentials(environment));
  }

  private int run(Handlers handlers, Tracing tracing) throws InterruptedException {
    int connections = pool.size(receive.concurrency());
    try (Database open = Database.open(database.settings(connections, System.getenv()))) {
      prepare(new Schema(open));
      new PreflightCheck(life.preflight())
          .pass(
              () ->
                  Doctor.examine(
                      broker,
                      open,
                      WorkerNeeds.of(receive, process, database, pool, retention, life)));
      Optional<H2Door> door = open.openDoor();
      try {
        return run(open, handlers, tracing);
      } finally {
        door.ifPresent(H2Door::close);
      }
    }
  }

  private int run(Database open, Handlers handlers, Tracing tracing) throws InterruptedException {
    log.info("handlers: {}", handlers.description());
    WorkerRuntime runtime =
        new WorkerRuntime(
            open, handlers.handler(), broker, receive, process, retention, life, tracing.spans());
    ExitCode exitCode = runtime.run();
    summary(runtime.summary()).print(spec.commandLine().getOut(), output.format());
    return exitCode.code();
  }

  private void prepare(Schema schema) {
    if (life.migrate().orElse(database.isEmbedded())) {
      schema.migrate();
    }
    schema.requireCurrent();
  }

  private static Table summary(Summary summary) {
    List<String> columns = new ArrayList<>();
    List<Object> values = new ArrayList<>();
    for (Fate fate : Fate.values()) {
      columns.add(fate.label());
      values.add(summary.of(fate));
    }
    columns.addAll(List.of("attempts", "seconds", "per_second"));
    values.add(summary.attempts());
    values.add(BigDecimal.valueOf(summary.busy().toMillis(), 3));
    values.add(BigDecimal.valueOf(Math.round(summary.perSecond())));
    return new Table(columns.toArray(String[]::new)).row(values.toArray());
  }
}
