package dev.lanekeeper.producer.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import dev.lanekeeper.program.database.Engine;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jspecify.annotations.Nullable;

/** A real database with an outbox, and an application that writes into it as sql/README.md says. */
final class TestOutbox implements AutoCloseable {
  static final String TOPIC = "outbox-topic";

  private static final String BEGIN_GROUP =
      """
      insert into outbox_group
        (topic, message_group, last_sequence)
      values
        (:topic, :message_group, 0)
      on conflict do nothing
      """;

  private static final String TAKE_NUMBER =
      """
      update outbox_group
         set last_sequence = last_sequence + 1
       where topic = :topic
         and message_group = :message_group
      """;

  private static final String WRITE =
      """
      insert into outbox
        (topic, message_group, sequence, source, event_id, type, subject, body)
      select topic, message_group, last_sequence, :source, cast(last_sequence as varchar(20)), :type,
             message_group, :body
        from outbox_group
       where topic = :topic
         and message_group = :message_group
      """;

  private static final AtomicInteger NUMBER = new AtomicInteger();
  private static @Nullable EmbeddedPostgres postgres;

  private final String url;
  private final Database database;
  private final Jdbi elsewhere;

  TestOutbox(Engine engine) {
    url = newUrl(engine);
    database = Database.open(settings(16));
    elsewhere = Jdbi.create(database.dataSource());
    run("../sql/common/V5__outbox.sql");
    run("../sql/%s/V5_1__outbox_rows.sql".formatted(engine.name().toLowerCase(Locale.ROOT)));
  }

  private void run(String file) {
    try {
      String script = Files.readString(Path.of(file));
      jdbi().useHandle(handle -> handle.createScript(script).execute());
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  Jdbi jdbi() {
    return database.jdbi();
  }

  /** The application's own way in, and that of other processes: on H2 nobody gives it a turn. */
  Jdbi elsewhere() {
    return elsewhere;
  }

  /** How a relay reaches it. */
  DatabaseSettings settings(int connections) {
    return new DatabaseSettings(
        url,
        Optional.empty(),
        Optional.empty(),
        connections,
        Duration.ofSeconds(20),
        Duration.ofSeconds(30),
        Duration.ofSeconds(60));
  }

  /** Writes a row in a transaction of its own. */
  void write(String group, String body) {
    elsewhere.useTransaction(handle -> write(handle, group, body));
  }

  /** Writes a row in the application's transaction. */
  static void write(Handle handle, String group, String body) {
    handle.createUpdate(BEGIN_GROUP).bind("topic", TOPIC).bind("message_group", group).execute();
    handle.createUpdate(TAKE_NUMBER).bind("topic", TOPIC).bind("message_group", group).execute();
    handle
        .createUpdate(WRITE)
        .bind("topic", TOPIC)
        .bind("message_group", group)
        .bind("source", "/app/" + group)
        .bind("type", "app.happened.v1")
        .bind("body", body.getBytes(UTF_8))
        .execute();
  }

  /** Writes a row whose number the application made up. */
  static void writeNumbered(Handle handle, String group, long sequence) {
    handle
        .createUpdate(
            """
            insert into outbox
              (topic, message_group, sequence, source, event_id, type, body)
            values
              (:topic, :message_group, :sequence, :source, :event_id, 'app.happened.v1', :body)
            """)
        .bind("topic", TOPIC)
        .bind("message_group", group)
        .bind("sequence", sequence)
        .bind("source", "/app/" + group)
        .bind("event_id", Long.toString(sequence))
        .bind("body", "{}".getBytes(UTF_8))
        .execute();
  }

  /** The first column of a query. */
  List<String> query(String sql) {
    return jdbi().withHandle(handle -> handle.createQuery(sql).mapTo(String.class).list());
  }

  void execute(String sql) {
    jdbi().useHandle(handle -> handle.execute(sql));
  }

  private static synchronized String newUrl(Engine engine) {
    String name = "outbox_" + NUMBER.incrementAndGet();
    return switch (engine) {
      case H2 -> "jdbc:h2:mem:" + name;
      case POSTGRESQL -> newPostgres(name);
    };
  }

  private static String newPostgres(String name) {
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

  @Override
  public void close() {
    database.close();
  }
}
