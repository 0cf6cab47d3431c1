package dev.lanekeeper.worker.database;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.flywaydb.core.Flyway;
import org.flywaydb.core.api.FlywayException;
import org.flywaydb.core.api.MigrationInfo;
import org.flywaydb.core.api.MigrationState;

/** The tables, and the migrations under sql/ that make them. */
public final class Schema {
  private static final Set<MigrationState> FUTURE =
      EnumSet.of(MigrationState.FUTURE_SUCCESS, MigrationState.FUTURE_FAILED);

  private final Flyway flyway;

  public Schema(Database database) {
    this.flyway =
        Flyway.configure()
            .dataSource(database.dataSource())
            .locations(database.engine().migrations().toArray(String[]::new))
            .table("lanekeeper_schema_history")
            .validateMigrationNaming(true)
            .load();
  }

  /**
   * Applies what is missing.
   *
   * @return how many migrations were applied
   * @throws ProgramException when a migration fails, or one that was applied has been changed
   *     since, or a later version of the program has migrated it further
   */
  public int migrate() {
    requireNotNewer();
    try {
      return flyway.migrate().migrationsExecuted;
    } catch (FlywayException failure) {
      throw new ProgramException(
          ExitCode.CONFIGURATION, "the schema cannot be migrated: " + firstLine(failure), failure);
    }
  }

  /** How many migrations are missing. */
  public int pending() {
    return flyway.info().pending().length;
  }

  /**
   * Checks that the schema is what this program needs.
   *
   * @throws ProgramException when it is older, newer or changed by hand
   */
  public void requireCurrent() {
    requireNotNewer();
    MigrationInfo[] pending = flyway.info().pending();
    if (pending.length > 0) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "the schema lacks "
              + pending.length
              + " migrations, the first is "
              + pending[0].getVersion()
              + " ("
              + pending[0].getDescription()
              + "); run: worker.jar migrate --db URL, or start with --migrate");
    }
    try {
      flyway.validate();
    } catch (FlywayException failure) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          "the schema is not the one that this version needs: " + firstLine(failure),
          failure);
    }
  }

  /** Flyway by itself passes over migrations that are newer than all it knows. */
  private void requireNotNewer() {
    newest()
        .ifPresent(
            newer -> {
              throw new ProgramException(
                  ExitCode.CONFIGURATION,
                  "the schema is newer than this program: a later one has applied migration %s (%s)"
                      .formatted(newer.getVersion(), newer.getDescription()));
            });
  }

  /** Whether a later version of the program has migrated it. */
  public boolean isNewer() {
    return newest().isPresent();
  }

  private Optional<MigrationInfo> newest() {
    return Arrays.stream(flyway.info().applied())
        .filter(migration -> FUTURE.contains(migration.getState()))
        .reduce((older, newer) -> newer);
  }

  private static String firstLine(FlywayException failure) {
    String message = String.valueOf(failure.getMessage());
    return message.lines().filter(line -> !line.isBlank()).findFirst().orElse(message);
  }
}
