package dev.lanekeeper.program.database;

import dev.lanekeeper.program.settings.Passwords;
import java.time.Duration;
import java.util.Optional;

/**
 * How to reach the database. Immutable.
 *
 * @param url a JDBC URL of H2 or PostgreSQL; credentials should stand beside it, and are never
 *     printed where they stand in it
 * @param user the database user, where one is needed
 * @param password the user's password; never printed
 * @param poolSize connections at most
 * @param lockTimeout how long a statement waits for a row that another worker holds
 * @param statementTimeout how long a statement may take
 * @param idleInTransactionTimeout how long a transaction may be open without a statement
 */
public record DatabaseSettings(
    String url,
    Optional<String> user,
    Optional<String> password,
    int poolSize,
    Duration lockTimeout,
    Duration statementTimeout,
    Duration idleInTransactionTimeout) {
  private static final Duration LEAST_SOCKET_MARGIN = Duration.ofSeconds(1);

  /**
   * How long to wait for an answer of the database, in whole seconds: a third longer than a
   * statement may take, so that a database that can still tell its own time-out does so, and one
   * that has stalled frees the thread all the same.
   */
  public Duration socketTimeout() {
    Duration third = statementTimeout.dividedBy(3);
    Duration margin = third.compareTo(LEAST_SOCKET_MARGIN) > 0 ? third : LEAST_SOCKET_MARGIN;
    return Duration.ofSeconds(statementTimeout.plus(margin).plusMillis(999).toSeconds());
  }

  /** The same settings with another URL. */
  DatabaseSettings through(String otherUrl) {
    return new DatabaseSettings(
        otherUrl,
        user,
        password,
        poolSize,
        lockTimeout,
        statementTimeout,
        idleInTransactionTimeout);
  }

  /** Without a password, and without the token of a door. */
  @Override
  public String toString() {
    return (url.startsWith("jdbc:h2:tcp:") ? "of the running worker" : Passwords.masked(url))
        + user.map(name -> " as " + name).orElse("");
  }
}
