package dev.lanekeeper.worker.cli.groups;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.worker.database.Schema;
import dev.lanekeeper.worker.operate.NotPossibleException;
import org.jdbi.v3.core.JdbiException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The database and the consumer group that an operator looks at; a picocli mixin. */
public final class Session {
  private static final int CONNECTIONS = 2;

  @Mixin private DatabaseOptions database = new DatabaseOptions();

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "ledger-worker",
      description = "The consumer group (${DEFAULT-VALUE}).")
  private String consumerGroup = "ledger-worker";

  @Option(
      names = "--topic",
      paramLabel = "NAME",
      defaultValue = "ledger",
      description = "The topic (${DEFAULT-VALUE}).")
  private String topic = "ledger";

  /** What is done with the open database. */
  public interface Work<T> {
    T with(Database database) throws Exception;
  }

  public String consumerGroup() {
    return consumerGroup;
  }

  public String topic() {
    return topic;
  }

  /**
   * Opens the database, beside its worker where one runs, and does the work.
   *
   * @throws ProgramException in place of what an operator can expect to go wrong
   */
  public <T> T run(Work<T> work) throws Exception {
    try (Database open = Database.visit(database.settings(CONNECTIONS, System.getenv()))) {
      new Schema(open).requireCurrent();
      return work.with(open);
    } catch (NotPossibleException notPossible) {
      throw new ProgramException(ExitCode.DATA, notPossible.getMessage(), notPossible);
    } catch (JdbiException failure) {
      throw new ProgramException(
          ExitCode.TEMPORARY,
          "the database is unwell ("
              + String.valueOf(failure.getMessage()).lines().findFirst().orElse("")
              + "); what was done stays done, and the rest was rolled back; run the command again",
          failure);
    }
  }
}
