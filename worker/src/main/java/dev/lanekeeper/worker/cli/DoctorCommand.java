package dev.lanekeeper.worker.cli;

import dev.lanekeeper.api.HandlerProvider;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.program.output.OutputFormat;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.config.HandlerOptions;
import dev.lanekeeper.worker.config.LifeOptions;
import dev.lanekeeper.worker.config.PoolOptions;
import dev.lanekeeper.worker.config.ProcessOptions;
import dev.lanekeeper.worker.config.ReceiveOptions;
import dev.lanekeeper.worker.config.RetentionOptions;
import dev.lanekeeper.worker.doctor.Diagnosis;
import dev.lanekeeper.worker.doctor.Doctor;
import dev.lanekeeper.worker.doctor.Finding;
import dev.lanekeeper.worker.doctor.Needs;
import dev.lanekeeper.worker.doctor.Severity;
import dev.lanekeeper.worker.handler.Handlers;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Prints what a worker would find around it. */
@Command(
    name = "doctor",
    description = {
      "Check broker, database and settings, and print what to mend; give it the options of 'run'.",
      "Nothing is received or changed. Exit codes: 0 a worker may start, 69 something cannot be",
      "reached, 78 it would not be safe."
    })
final class DoctorCommand implements Callable<Integer> {
  private static final int CONNECTIONS = 2;
  private static final String HANDLERS = "handlers";

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
  @Mixin private OutputOptions output = new OutputOptions();

  DoctorCommand(List<HandlerProvider> builtIn) {
    this.builtIn = builtIn;
  }

  @Override
  public Integer call() {
    process.rules(receive.group());
    retention.retention();
    List<Finding> findings =
        new ArrayList<>(
            examine(WorkerNeeds.of(receive, process, database, pool, retention, life)).findings());
    findings.add(handlers());
    Diagnosis diagnosis = new Diagnosis(findings);
    PrintWriter out = spec.commandLine().getOut();
    switch (output.format()) {
      case JSON -> full(diagnosis).print(out, OutputFormat.JSON);
      case TABLE -> {
        brief(diagnosis).print(out, OutputFormat.TABLE);
        diagnosis.findings().stream()
            .filter(found -> found.severity() != Severity.OK)
            .forEach(found -> explain(out, found));
      }
    }
    return diagnosis.exitCode().code();
  }

  private Diagnosis examine(Needs needs) {
    if (Database.isYetToBeMade(database.url())) {
      return Doctor.examineWithoutDatabase(broker, needs);
    }
    try (Database open = Database.visit(database.settings(CONNECTIONS, System.getenv()))) {
      return Doctor.examine(broker, open, needs);
    } catch (ProgramException failure) {
      return Doctor.examine(broker, failure, needs);
    }
  }

  /** Makes the handlers, as a worker would, and closes them again. */
  private Finding handlers() {
    try (Handlers handlers =
        new Handlers(handling.builtIn(builtIn), handling.paths(), handling.names())) {
      return new Finding(HANDLERS, Severity.OK, handlers.description(), "", "");
    } catch (ProgramException wrong) {
      return new Finding(
          HANDLERS,
          Severity.ERROR,
          wrong.getMessage(),
          "a worker does not start without its handlers",
          "--handler, --handlers-path");
    }
  }

  private static Table brief(Diagnosis diagnosis) {
    Table table = new Table("result", "check", "found");
    diagnosis
        .findings()
        .forEach(found -> table.row(found.severity().label(), found.check(), found.what()));
    return table;
  }

  private static Table full(Diagnosis diagnosis) {
    Table table = new Table("result", "check", "found", "why", "mend");
    diagnosis
        .findings()
        .forEach(
            found ->
                table.row(
                    found.severity().label(),
                    found.check(),
                    found.what(),
                    found.why(),
                    found.mend()));
    return table;
  }

  private static void explain(PrintWriter out, Finding found) {
    out.println();
    out.println(found.severity().label() + ": " + found.what());
    out.println("  why:  " + found.why());
    out.println("  mend: " + found.mend());
  }
}
