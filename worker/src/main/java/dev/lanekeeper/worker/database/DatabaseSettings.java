package dev.lanekeeper.worker.database;

import java.time.Duration;
import java.util.Optional;

/**
 * How to reach the database. Immutable.
 *
 * @param url a JDBC URL of H2 or PostgreSQL; credentials stand beside it, never in it
 * @param user the database user, where one is needed
 * @param password the user's password; never printed
 * @param poolSize connections at most
 * @param lockTimeout how long a statement waits for a row that another worker holds
 * @param statementTimeout how long a statement may take
 */
public record DatabaseSettings(
    String url,
    Optional<String> user,
    Optional<String> password,
    int poolSize,
    Duration lockTimeout,
    Duration statementTimeout) {

  /** The same settings with another URL. */
  DatabaseSettings through(String otherUrl) {
    return new DatabaseSettings(otherUrl, user, password, poolSize, lockTimeout, statementTimeout);
  }

  /** Without the password, and without the token of a door. */
  @Override
  public String toString() {
    return (url.startsWith("jdbc:h2:tcp:") ? "of the running worker" : url)
        + user.map(name -> " as " + name).orElse("");
  }
}
