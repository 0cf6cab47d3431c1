package dev.lanekeeper.program.database;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Passwords;
import java.sql.SQLException;
import org.jspecify.annotations.Nullable;

/** Says in one line why a database cannot be opened, and what to do. */
final class DatabaseFailure {
  private static final int H2_ALREADY_OPEN = 90020;
  private static final int H2_CORRUPT = 90030;
  private static final int H2_WRONG_USER = 28000;

  private DatabaseFailure() {}

  static ProgramException explain(DatabaseSettings settings, Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql) {
        return explain(settings, sql, failure);
      }
    }
    return unavailable(settings, failure.getMessage(), failure);
  }

  private static ProgramException explain(
      DatabaseSettings settings, SQLException sql, Throwable failure) {
    String state = sql.getSQLState() == null ? "" : sql.getSQLState();
    if (sql.getErrorCode() == H2_ALREADY_OPEN) {
      return new ProgramException(
          ExitCode.UNAVAILABLE,
          "the H2 database "
              + settings
              + " is open in another process; stop that one, or use PostgreSQL for several workers",
          failure);
    }
    if (sql.getErrorCode() == H2_CORRUPT) {
      return new ProgramException(
          ExitCode.IO,
          "the H2 database "
              + settings
              + " is damaged; restore it from a backup. It is left as it is, since an empty one in its"
              + " place would apply every message again",
          failure);
    }
    if (state.startsWith("28") || sql.getErrorCode() == H2_WRONG_USER) {
      return new ProgramException(
          ExitCode.CONFIGURATION,
          "the database "
              + settings
              + " refuses the user or the password; check --db-user and LANEKEEPER_DB_PASSWORD",
          failure);
    }
    if (state.equals("3D000")) {
      return new ProgramException(
          ExitCode.CONFIGURATION,
          "the database of " + settings + " does not exist; create it: createdb NAME",
          failure);
    }
    return unavailable(settings, sql.getMessage(), failure);
  }

  /** For a URL that no driver takes. */
  static ProgramException notUnderstood(DatabaseSettings settings, RuntimeException refusal) {
    return new ProgramException(
        ExitCode.CONFIGURATION,
        "the database "
            + settings
            + " cannot be opened ("
            + line(refusal.getMessage())
            + "); correct --db",
        refusal);
  }

  private static ProgramException unavailable(
      DatabaseSettings settings, @Nullable String reason, Throwable failure) {
    return new ProgramException(
        ExitCode.UNAVAILABLE,
        "the database "
            + settings
            + " cannot be reached ("
            + line(reason)
            + "); is it running? check --db",
        failure);
  }

  /** Drivers put the whole URL into what they say. */
  private static String line(@Nullable String reason) {
    return reason == null
        ? "no reason given"
        : Passwords.masked(reason.lines().findFirst().orElse(reason));
  }
}
