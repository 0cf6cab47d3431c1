package dev.lanekeeper.program.database;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Passwords;
import dev.lanekeeper.program.settings.Problems;
import dev.lanekeeper.program.settings.Secret;
import dev.lanekeeper.program.settings.Tuning;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How to reach the database; a picocli mixin. Filled by picocli, then only read. */
public final class DatabaseOptions {
  @Option(
      names = "--db",
      paramLabel = "URL",
      defaultValue = "jdbc:h2:file:./data/lanekeeper",
      description = "JDBC URL of H2 or PostgreSQL (${DEFAULT-VALUE}).")
  @Tuning(why = "PostgreSQL, for several workers or machines: `jdbc:postgresql://HOST/DATABASE`")
  private String url = "jdbc:h2:file:./data/lanekeeper";

  @Option(
      names = "--db-user",
      paramLabel = "NAME",
      description = {
        "The database user. The password comes from LANEKEEPER_DB_PASSWORD, or from the file that",
        "LANEKEEPER_DB_PASSWORD_FILE names."
      })
  @Tuning(why = "PostgreSQL; the password comes from `LANEKEEPER_DB_PASSWORD`", byDefault = "none")
  private @Nullable String user;

  @Option(
      names = "--lock-timeout",
      paramLabel = "DURATION",
      defaultValue = "5s",
      description = "How long to wait for a row that another worker holds (${DEFAULT-VALUE}).")
  @Tuning(
      why =
          "a group's row is held for longer where handlers are slow; [time-outs](#time-outs-of-the-database)",
      rarely = true)
  private Duration lockTimeout = Duration.ofSeconds(5);

  @Option(
      names = "--statement-timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = "How long one statement may take, on PostgreSQL (${DEFAULT-VALUE}).")
  @Tuning(why = "handlers with statements that take longer; on PostgreSQL", rarely = true)
  private Duration statementTimeout = Duration.ofSeconds(30);

  @Option(
      names = "--idle-in-transaction-timeout",
      paramLabel = "DURATION",
      defaultValue = "60s",
      description = {
        "How long a handler may go without a statement, on PostgreSQL (${DEFAULT-VALUE}). It is",
        "also how long the group of a worker that stands still is locked for the others. On the",
        "embedded H2: how long to wait for its one transaction."
      })
  @Tuning(
      why = "handlers that compute or call others for longer between two statements; on PostgreSQL",
      rarely = true)
  private Duration idleInTransactionTimeout = Duration.ofSeconds(60);

  /**
   * The settings, with the password of the environment.
   *
   * @param poolSize connections at most
   * @throws ProgramException when a time-out is no time at all, which would be for ever
   */
  public DatabaseSettings settings(int poolSize, Map<String, String> environment) {
    new Problems()
        .collect(() -> requireTime("--lock-timeout", lockTimeout))
        .collect(() -> requireTime("--statement-timeout", statementTimeout))
        .collect(() -> requireTime("--idle-in-transaction-timeout", idleInTransactionTimeout))
        .throwIfAny();
    return new DatabaseSettings(
        url,
        Optional.ofNullable(user),
        Secret.DB_PASSWORD.read(environment),
        poolSize,
        lockTimeout,
        statementTimeout,
        idleInTransactionTimeout);
  }

  private static void requireTime(String option, Duration timeout) {
    if (timeout.toMillis() < 1 || timeout.toMillis() > Integer.MAX_VALUE) {
      throw new ProgramException(
          ExitCode.USAGE,
          option + " has to be from 1ms to 24d; PostgreSQL takes 0 for no time-out at all");
    }
  }

  public String url() {
    return url;
  }

  public Duration lockTimeout() {
    return lockTimeout;
  }

  public Duration statementTimeout() {
    return statementTimeout;
  }

  /**
   * The flags that name the same database on another command line, quoted for a shell, without a
   * password in the URL.
   */
  public String flags() {
    return "--db '"
        + Passwords.masked(url)
        + "'"
        + (user == null ? "" : " --db-user '" + user + "'");
  }

  /** Whether the database is this process's own file. */
  public boolean isEmbedded() {
    return url.startsWith("jdbc:h2:") && !url.startsWith("jdbc:h2:tcp:");
  }
}
