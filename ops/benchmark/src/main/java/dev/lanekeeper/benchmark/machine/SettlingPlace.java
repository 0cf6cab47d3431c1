package dev.lanekeeper.benchmark.machine;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import dev.lanekeeper.worker.database.Schema;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/**
 * A new PostgreSQL database with the current schema, and this process's connections to it. Closing
 * it removes it. Not thread-safe.
 */
public final class SettlingPlace implements AutoCloseable {
  private static final int MORE_CONNECTIONS = 3;
  private static final double GIB = 1 << 30;

  private final PostgresServer server;
  private final String name;
  private final Database database;

  private SettlingPlace(PostgresServer server, String name, Database database) {
    this.server = server;
    this.name = name;
    this.database = database;
  }

  /**
   * Makes one.
   *
   * @param concurrency how many transactions run in it at once
   */
  public static SettlingPlace create(PostgresServer server, String name, int concurrency) {
    Database database =
        Database.open(
            new DatabaseSettings(
                server.create(name),
                Optional.empty(),
                Optional.empty(),
                concurrency + MORE_CONNECTIONS,
                Duration.ofSeconds(5),
                Duration.ofHours(6), // To fill it, and to vacuum it.
                Duration.ofHours(7)));
    new Schema(database).migrate();
    return new SettlingPlace(server, name, database);
  }

  public Jdbi jdbi() {
    return database.jdbi();
  }

  /** Begins to count statements. */
  public void beginToCount() {
    server.countStatements(true);
  }

  /** Ends it: time of the framework's statements for each message, in PostgreSQL. */
  public double statementMillis(int messages) {
    server.countStatements(false);
    double millis = StatementCount.frameworksMillisPerMessage(server.statements(name), messages);
    server.forgetStatements();
    return millis;
  }

  /** The size of a table without its indexes, in GiB. */
  public double tableGib(String table) {
    return gib("pg_table_size", table);
  }

  /** The size of its indexes, in GiB. */
  public double indexGib(String table) {
    return gib("pg_indexes_size", table);
  }

  private double gib(String function, String table) {
    return jdbi()
            .withHandle(
                handle ->
                    handle
                        .createQuery("select " + function + "('" + table + "')")
                        .mapTo(Long.class)
                        .one())
        / GIB;
  }

  /** Makes the room of removed rows usable again. */
  public void vacuum(String table) {
    jdbi().useHandle(handle -> handle.execute("vacuum " + table));
  }

  @Override
  public void close() {
    database.close();
    server.drop(name);
  }
}
