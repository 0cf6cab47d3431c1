package dev.lanekeeper.worker.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.database.Schema;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Databases that a worker should not use: sessions that lost their settings, and other schemas. */
class DatabaseChecksTest {

  @ParameterizedTest
  @EnumSource(Engine.class)
  void sessionAsTheWorkerAsksForItIsFine(Engine engine) {
    try (Database database = oneConnection(TestDatabases.newUrl(engine))) {
      assertThat(new SessionCheck(database).examine())
          .singleElement()
          .extracting(Finding::severity)
          .isEqualTo(Severity.OK);
    }
  }

  /** What a pooler does that gives a session to others in between, or that a later setting does. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "set session characteristics as transaction isolation level repeatable read"
            + " | not read committed | pool_mode = session",
        "set session characteristics as transaction isolation level serializable"
            + " | not read committed | pool_mode = session",
        "set session characteristics as transaction read only"
            + " | the database is read-only | targetServerType=primary",
        "set lock_timeout = 0 | lock_timeout is lost | pool_mode = session",
        "set statement_timeout = 0 | statement_timeout is lost | pool_mode = session",
        "set idle_in_transaction_session_timeout = 0"
            + " | idle_in_transaction_session_timeout is lost | pool_mode = session"
      })
  void sessionThatLostItsSettingsIsNoPlaceToWork(String change, String what, String mend) {
    try (Database database = oneConnection(TestDatabases.newUrl(Engine.POSTGRESQL))) {
      database.jdbi().useHandle(handle -> handle.execute(change));
      assertThat(new SessionCheck(database).examine())
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.severity()).isEqualTo(Severity.ERROR);
                assertThat(found.what()).contains(what);
                assertThat(found.mend()).contains(mend);
              });
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void schemaOfALaterVersionIsNeitherUsedNorMigrated(Engine engine) {
    try (Database database = TestDatabases.create(engine)) {
      assertThat(new SchemaCheck(database, DoctorTest.NEEDS).examine())
          .singleElement()
          .extracting(Finding::severity)
          .isEqualTo(Severity.OK);
      migrateByALaterVersion(database);

      assertThat(new SchemaCheck(database, DoctorTest.NEEDS).examine())
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.severity()).isEqualTo(Severity.ERROR);
                assertThat(found.what()).contains("newer", "999 (of a later version)");
                assertThat(found.mend()).contains("worker.jar that belongs to the schema");
              });
      Schema schema = new Schema(database);
      for (Runnable use : List.<Runnable>of(schema::requireCurrent, schema::migrate)) {
        assertThatThrownBy(use::run)
            .isInstanceOfSatisfying(
                ProgramException.class,
                refusal -> assertThat(refusal.exitCode()).isEqualTo(ExitCode.CONFIGURATION))
            .hasMessageContaining("newer");
      }
    }
  }

  @Test
  void schemaChangedByHandIsNotUsed() {
    try (Database database = TestDatabases.create(Engine.H2)) {
      database
          .jdbi()
          .useHandle(
              handle ->
                  handle.execute(
                      "update \"lanekeeper_schema_history\" set \"checksum\" = 1"
                          + " where \"version\" = '1'"));
      assertThat(new SchemaCheck(database, DoctorTest.NEEDS).examine())
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.severity()).isEqualTo(Severity.ERROR);
                assertThat(found.what()).contains("not the one that this version needs");
              });
    }
  }

  /** One connection is kept for upkeep, so as many as there are handlers is one too few. */
  @ParameterizedTest
  @CsvSource({"17,OK,''", "16,WARNING,--db-pool-size 17", "4,WARNING,--db-pool-size 17"})
  void poolThatLeavesAHandlerWithoutAConnectionIsTold(int size, Severity severity, String mend) {
    try (Database database = oneConnection(TestDatabases.newUrl(Engine.POSTGRESQL))) {
      assertThat(new PoolCheck(database, needs(size)).examine())
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.severity()).isEqualTo(severity);
                assertThat(found.what()).startsWith(size + " ");
                assertThat(found.mend()).startsWith(mend);
              });
    }
  }

  @Test
  void embeddedDatabaseSaysThatOneHandlerRunsAtATime() {
    try (Database database = oneConnection(TestDatabases.newUrl(Engine.H2))) {
      assertThat(new PoolCheck(database, needs(19)).examine())
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.severity()).isEqualTo(Severity.NOTE);
                assertThat(found.what()).endsWith("so one handler runs and not 16");
              });
    }
  }

  @Test
  void poolThatTheServerCannotServeIsTold() {
    try (Database database = oneConnection(TestDatabases.newUrl(Engine.POSTGRESQL))) {
      assertThat(new PoolCheck(database, needs(10_000)).examine())
          .singleElement()
          .satisfies(
              found -> {
                assertThat(found.severity()).isEqualTo(Severity.WARNING);
                assertThat(found.what()).contains("may grow to 10000", "connections left");
                assertThat(found.mend()).contains("max_connections");
              });
    }
  }

  private static Needs needs(int poolSize) {
    Needs usual = DoctorTest.NEEDS;
    return new Needs(
        usual.topic(),
        usual.consumerGroup(),
        usual.simple(),
        16,
        poolSize,
        usual.maxAttempts(),
        usual.invisibleTime(),
        usual.lockTimeout(),
        usual.statementTimeout(),
        usual.migrates(),
        usual.databaseFlags(),
        usual.redeliveryHorizon(),
        usual.nameServers());
  }

  private static void migrateByALaterVersion(Database database) {
    database
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    """
                    insert into "lanekeeper_schema_history"
                      ("installed_rank", "version", "description", "type", "script", "checksum",
                       "installed_by", "execution_time", "success")
                    values (999, '999', 'of a later version', 'SQL', 'V999__of_a_later_version.sql',
                            1, 'somebody', 1, true)
                    """));
  }

  private static Database oneConnection(String url) {
    return Database.open(
        new DatabaseSettings(
            url,
            Optional.empty(),
            Optional.empty(),
            1,
            Duration.ofSeconds(5),
            Duration.ofSeconds(10),
            Duration.ofSeconds(20)));
  }
}
