package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.worker.database.Schema;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** Brings the schema up to date. */
@Command(
    name = "migrate",
    description = "Bring the database's schema up to date; safe to run again, and beside workers.")
final class MigrateCommand implements Callable<Integer> {
  private static final int CONNECTIONS = 2;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Override
  public Integer call() {
    try (Database open = Database.open(database.settings(CONNECTIONS, System.getenv()))) {
      int applied = new Schema(open).migrate();
      spec.commandLine().getOut().println("migrations applied: " + applied);
      return ExitCode.OK.code();
    }
  }
}
