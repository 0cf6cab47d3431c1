package dev.lanekeeper.benchmark.machine;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.database.Schema;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A new database with the current schema, for one measurement. Closing it removes one of
 * PostgreSQL; a file of H2 goes with its folder. Not thread-safe.
 */
public final class LedgerPlace implements AutoCloseable {
  private final String url;
  private final String name;
  private final Optional<PostgresServer> server;

  private LedgerPlace(String url, String name, Optional<PostgresServer> server) {
    this.url = url;
    this.name = name;
    this.server = server;
  }

  /**
   * Makes one.
   *
   * @param server what PostgreSQL is started as; empty without
   * @param folder for a file of H2
   */
  public static LedgerPlace create(
      Engine engine, String name, Optional<PostgresServer> server, Path folder) {
    LedgerPlace place =
        switch (engine) {
          case H2 ->
              new LedgerPlace("jdbc:h2:file:" + folder.resolve(name), name, Optional.empty());
          case POSTGRESQL -> new LedgerPlace(server.orElseThrow().create(name), name, server);
        };
    try (Database database = Database.open(place.settings())) {
      new Schema(database).migrate();
    }
    return place;
  }

  private DatabaseSettings settings() {
    return new DatabaseSettings(
        url,
        Optional.empty(),
        Optional.empty(),
        2,
        Duration.ofSeconds(5),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60));
  }

  public String url() {
    return url;
  }

  /** Processor time that the database has used outside the consumer; empty for an embedded one. */
  public Optional<Duration> processorTime() {
    return server.map(PostgresServer::processorTime);
  }

  /** Begins to count statements, where the database can tell them. */
  public void beginToCount() {
    server.ifPresent(postgres -> postgres.countStatements(true));
  }

  /**
   * Ends it.
   *
   * @return statements of the framework for each message; empty where the database cannot tell
   */
  public OptionalDouble endToCount(int messages) {
    if (server.isEmpty()) {
      return OptionalDouble.empty();
    }
    server.get().countStatements(false);
    return OptionalDouble.of(
        StatementCount.frameworksPerMessage(server.get().statements(name), messages));
  }

  @Override
  public void close() {
    server.ifPresent(postgres -> postgres.drop(name));
  }
}
