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

  /** Without the password. */
  @Override
  public String toString() {
    return url + user.map(name -> " as " + name).orElse("");
  }
}
