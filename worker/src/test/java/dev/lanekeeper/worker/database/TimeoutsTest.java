package dev.lanekeeper.worker.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Nobody waits for a database, or for another worker's transaction, for ever. */
class TimeoutsTest {
  private static final int CONNECTIONS = 3;

  @Test
  void everyConnectionToPostgresqlHasItsTimeouts() throws SQLException {
    try (Database database = Database.open(settings(Engine.POSTGRESQL))) {
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        all.add(database.dataSource().getConnection());
      }
      for (Connection connection : all) {
        assertThat(first(connection, "show lock_timeout")).isEqualTo("1500ms");
        assertThat(first(connection, "show statement_timeout")).isEqualTo("2s");
        assertThat(first(connection, "show idle_in_transaction_session_timeout")).isEqualTo("3s");
        assertThat(connection.getNetworkTimeout()).isEqualTo(3000);
        connection.close();
      }
    }
  }

  @Test
  void everyConnectionToH2HasItsLockTimeout() throws SQLException {
    try (Database database = Database.open(settings(Engine.H2))) {
      List<Connection> all = new ArrayList<>();
      for (int i = 0; i < CONNECTIONS; i++) {
        all.add(database.dataSource().getConnection());
      }
      for (Connection connection : all) {
        assertThat(first(connection, "call lock_timeout()")).isEqualTo("1500");
        connection.close();
      }
    }
  }

  @Test
  void postgresqlThatStallsWithoutAResetFreesTheThread() throws Exception {
    try (Database database = Database.open(settings(Engine.POSTGRESQL));
        Connection connection = database.dataSource().getConnection()) {
      String backend = first(connection, "select pg_backend_pid()");
      signal("STOP", backend);
      long begun = System.nanoTime();
      try {
        assertThatThrownBy(() -> first(connection, "select 1"))
            .isInstanceOfSatisfying(
                SQLException.class, failure -> assertThat(failure.getSQLState()).startsWith("08"));
      } finally {
        signal("CONT", backend);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(10));
    }
  }

  @Test
  void transactionWithoutStatementsIsCutOffAndFreesItsLocks() throws Exception {
    try (Database database = Database.open(settings(Engine.POSTGRESQL))) {
      database.jdbi().useHandle(handle -> handle.execute("create table t (n int)"));
      database.jdbi().useHandle(handle -> handle.execute("insert into t values (1)"));
      try (Connection idle = database.dataSource().getConnection()) {
        idle.setAutoCommit(false);
        first(idle, "select n from t for update");
        String locked = "select n from t for update";
        assertThatThrownBy(() -> database.jdbi().useHandle(handle -> handle.execute(locked)))
            .hasMessageContaining("lock timeout");
        await()
            .atMost(Duration.ofSeconds(10))
            .ignoreExceptions()
            .until(
                () ->
                    database
                            .jdbi()
                            .withHandle(handle -> handle.select(locked).mapTo(Integer.class).one())
                        == 1);
        assertThatThrownBy(() -> first(idle, "select 1"))
            .isInstanceOfSatisfying(
                SQLException.class,
                failure -> assertThat(failure.getSQLState()).isEqualTo("25P03"));
      }
    }
  }

  @Test
  void socketTimeoutLeavesTheDatabaseTimeForItsOwn() {
    DatabaseSettings settings = settings(Engine.H2);
    assertThat(settings.socketTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(with(Duration.ofSeconds(30)).socketTimeout()).isEqualTo(Duration.ofSeconds(40));
    assertThat(with(Duration.ofMillis(200)).socketTimeout()).isEqualTo(Duration.ofSeconds(2));
  }

  private static DatabaseSettings with(Duration statementTimeout) {
    return new DatabaseSettings(
        "jdbc:h2:mem:x",
        Optional.empty(),
        Optional.empty(),
        1,
        Duration.ofSeconds(1),
        statementTimeout,
        Duration.ofSeconds(1));
  }

  private static DatabaseSettings settings(Engine engine) {
    return new DatabaseSettings(
        TestDatabases.newUrl(engine),
        Optional.empty(),
        Optional.empty(),
        CONNECTIONS,
        Duration.ofMillis(1500),
        Duration.ofSeconds(2),
        Duration.ofSeconds(3));
  }

  private static String first(Connection connection, String sql) throws SQLException {
    try (var statement = connection.createStatement();
        var rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getString(1);
    }
  }

  private static void signal(String name, String pid) throws IOException, InterruptedException {
    assertThat(new ProcessBuilder("kill", "-" + name, pid).start().waitFor()).isZero();
  }
}
