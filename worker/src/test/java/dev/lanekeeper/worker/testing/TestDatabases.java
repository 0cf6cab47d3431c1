package dev.lanekeeper.worker.testing;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.database.Schema;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** Real databases for tests, empty and with the current schema; PostgreSQL is started once. */
public final class TestDatabases {
  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static @Nullable EmbeddedPostgres postgres;

  private TestDatabases() {}

  /** A new database with the current schema. */
  public static Database create(Engine engine) {
    return open(newUrl(engine));
  }

  /** An open database, with the current schema. */
  public static Database open(String url) {
    Database database = Database.open(settings(url));
    new Schema(database).migrate();
    return database;
  }

  /** A JDBC URL of a new and empty database. */
  public static String newUrl(Engine engine) {
    String name = "test_" + NUMBER.incrementAndGet();
    return switch (engine) {
      case H2 -> "jdbc:h2:mem:" + name;
      case POSTGRESQL -> newPostgres(name);
    };
  }

  public static DatabaseSettings settings(String url) {
    return new DatabaseSettings(
        url,
        Optional.empty(),
        Optional.empty(),
        8,
        Duration.ofSeconds(5),
        Duration.ofSeconds(10),
        Duration.ofSeconds(20));
  }

  private static synchronized String newPostgres(String name) {
    try {
      if (postgres == null) {
        EmbeddedPostgres started = EmbeddedPostgres.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> close(started)));
        postgres = started;
      }
      try (var connection = postgres.getPostgresDatabase().getConnection();
          var statement = connection.createStatement()) {
        statement.execute("create database " + name);
      }
      return postgres.getJdbcUrl("postgres", name);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  private static void close(EmbeddedPostgres postgres) {
    try {
      postgres.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
