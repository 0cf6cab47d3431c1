package dev.lanekeeper.benchmark.machine;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Jdbi;

/** A PostgreSQL that waits for its disk at each commit, as one in production does. Thread-safe. */
public final class PostgresServer implements AutoCloseable {

  /** The embedded one is made for tests, and turns the first two off by itself. */
  private static final List<String> DURABLE =
      List.of("fsync", "synchronous_commit", "full_page_writes");

  private final EmbeddedPostgres server;
  private final ProcessHandle process;
  private final Jdbi admin;

  private PostgresServer(EmbeddedPostgres server, ProcessHandle process) {
    this.server = server;
    this.process = process;
    this.admin = Jdbi.create(server.getPostgresDatabase());
  }

  /**
   * Starts it on a free port.
   *
   * @param data for its files
   * @throws IllegalStateException when it would lose commits with the machine
   */
  public static PostgresServer start(Path data) throws IOException {
    return start(data, Map.of());
  }

  /**
   * The same with more settings.
   *
   * @param settings as in postgresql.conf
   */
  public static PostgresServer start(Path data, Map<String, String> settings) throws IOException {
    EmbeddedPostgres.Builder builder =
        EmbeddedPostgres.builder()
            .setDataDirectory(data)
            .setServerConfig("shared_preload_libraries", "pg_stat_statements");
    DURABLE.forEach(setting -> builder.setServerConfig(setting, "on"));
    settings.forEach(builder::setServerConfig);
    EmbeddedPostgres started = builder.start();
    long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
    PostgresServer server = new PostgresServer(started, ProcessHandle.of(pid).orElseThrow());
    try {
      server.countStatements(false);
      server.admin.useHandle(
          handle -> handle.execute("create extension if not exists pg_stat_statements"));
      DURABLE.forEach(server::requireOn);
      return server;
    } catch (RuntimeException failure) {
      server.close();
      throw failure;
    }
  }

  private void requireOn(String setting) {
    String value = show(setting);
    if (!value.equals("on")) {
      throw new IllegalStateException("PostgreSQL runs with %s = %s".formatted(setting, value));
    }
  }

  private String show(String setting) {
    return admin.withHandle(
        handle -> handle.createQuery("show " + setting).mapTo(String.class).one());
  }

  /** Its first process, which all others of it descend from. */
  ProcessHandle process() {
    return process;
  }

  /** A JDBC URL of a new and empty database. */
  String create(String name) {
    admin.useHandle(handle -> handle.execute("create database " + name));
    return "jdbc:postgresql://127.0.0.1:" + server.getPort() + "/" + name + "?user=postgres";
  }

  void drop(String name) {
    admin.useHandle(handle -> handle.execute("drop database " + name + " with (force)"));
  }

  /** Whether statements are counted from now on, in sessions that are open too. */
  void countStatements(boolean on) {
    String value = on ? "all" : "none";
    admin.useHandle(
        handle -> handle.execute("alter system set pg_stat_statements.track = '" + value + "'"));
    admin.useHandle(handle -> handle.execute("select pg_reload_conf()"));
    while (!show("pg_stat_statements.track").equals(value)) {
      Thread.onSpinWait();
    }
  }

  /** The statements in a database that were counted, with their numbers. */
  List<StatementCount> statements(String database) {
    return admin.withHandle(
        handle ->
            handle
                .createQuery(
                    """
                    select statement.query, statement.calls, statement.total_exec_time
                      from pg_stat_statements statement
                      join pg_database on pg_database.oid = statement.dbid
                     where pg_database.datname = :database
                    """)
                .bind("database", database)
                .map(
                    (row, context) ->
                        new StatementCount(row.getString(1), row.getLong(2), row.getDouble(3)))
                .list());
  }

  /** Begins to count them anew. */
  void forgetStatements() {
    admin.useHandle(handle -> handle.execute("select pg_stat_statements_reset()"));
  }

  /** Processor time that it has used, without processes of it that have ended. */
  Duration processorTime() {
    return Stream.concat(Stream.of(process), process.descendants())
        .flatMap(each -> each.info().totalCpuDuration().stream())
        .reduce(Duration.ZERO, Duration::plus);
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }
}
