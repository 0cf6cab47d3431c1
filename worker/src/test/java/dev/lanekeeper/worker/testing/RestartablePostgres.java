package dev.lanekeeper.worker.testing;

import static org.awaitility.Awaitility.await;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A PostgreSQL of the test's own that forces its log to the disk, and can be killed and started
 * again on the same data and port. Not thread-safe. Closing it kills it.
 */
public final class RestartablePostgres implements AutoCloseable {
  private static final Duration SOON = Duration.ofSeconds(60);
  private static final AtomicInteger NUMBER = new AtomicInteger();

  private final Path data;
  private final String program;
  private final int port;
  private Process process;

  private RestartablePostgres(Path data, String program, int port) throws IOException {
    this.data = data;
    this.program = program;
    this.port = port;
    this.process = launch();
  }

  /** Starts a server on a free port and a new data folder. */
  public static RestartablePostgres start() {
    try {
      Path data = Files.createTempDirectory("lanekeeper-postgres");
      int port;
      String program;
      // It unpacks the programs and makes the data folder, but always runs without fsync.
      try (EmbeddedPostgres first =
          EmbeddedPostgres.builder().setDataDirectory(data).setCleanDataDirectory(false).start()) {
        port = first.getPort();
        long pid = Long.parseLong(Files.readAllLines(data.resolve("postmaster.pid")).get(0));
        program = ProcessHandle.of(pid).orElseThrow().info().command().orElseThrow();
      }
      RestartablePostgres server = new RestartablePostgres(data, program, port);
      Runtime.getRuntime().addShutdownHook(new Thread(server::close));
      server.awaitReady();
      return server;
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** A JDBC URL of a new and empty database. */
  public String newUrl() {
    String name = "ledger_" + NUMBER.incrementAndGet();
    try (Connection connection = connect();
        var statement = connection.createStatement()) {
      statement.execute("create database " + name);
      return url(name);
    } catch (SQLException failure) {
      throw new IllegalStateException(failure);
    }
  }

  /** SIGKILL to the server and all its backends, as when the machine dies; returns when gone. */
  public void kill() throws InterruptedException {
    List<ProcessHandle> backends = process.descendants().toList();
    process.destroyForcibly().waitFor();
    backends.forEach(ProcessHandle::destroyForcibly);
    await().atMost(SOON).until(() -> backends.stream().noneMatch(ProcessHandle::isAlive));
  }

  /** An immediate shutdown (SIGQUIT): the next start recovers from the log. */
  public void stopImmediately() throws IOException, InterruptedException {
    new ProcessBuilder("kill", "-QUIT", Long.toString(process.pid())).start().waitFor();
    process.waitFor();
  }

  /** Starts it again after {@link #kill} or {@link #stopImmediately}; returns when it answers. */
  public void startAgain() {
    try {
      process = launch();
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
    awaitReady();
  }

  private Process launch() throws IOException {
    List<String> command = new ArrayList<>();
    if (System.getProperty("user.name").equals("root")) {
      // PostgreSQL refuses to run as root; in a user namespace of its own it is nobody.
      command.addAll(List.of("unshare", "-U"));
    }
    command.addAll(List.of(program, "-D", data.toString(), "-p", Integer.toString(port)));
    command.addAll(List.of("-c", "listen_addresses=127.0.0.1"));
    command.addAll(List.of("-c", "unix_socket_directories="));
    command.addAll(List.of("-c", "fsync=on"));
    return new ProcessBuilder(command)
        .redirectErrorStream(true)
        .redirectOutput(ProcessBuilder.Redirect.appendTo(data.resolve("server.log").toFile()))
        .start();
  }

  private void awaitReady() {
    await()
        .atMost(SOON)
        .ignoreExceptions()
        .until(
            () -> {
              connect().close();
              return true;
            });
  }

  private Connection connect() throws SQLException {
    return DriverManager.getConnection(url("postgres"));
  }

  private String url(String database) {
    return "jdbc:postgresql://127.0.0.1:" + port + "/" + database + "?user=postgres";
  }

  @Override
  public void close() {
    List<ProcessHandle> backends = process.descendants().toList();
    process.destroyForcibly();
    backends.forEach(ProcessHandle::destroyForcibly);
  }
}
