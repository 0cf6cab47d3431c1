package dev.lanekeeper.worker.database;

import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A primary that becomes a standby keeps its connections, and refuses every write. */
class StandbyTest {

  @Test
  void connectionThatRefusesAWriteIsNotUsedAgain() {
    try (Database database = TestDatabases.create(Engine.POSTGRESQL)) {
      int backend =
          database
              .jdbi()
              .withHandle(
                  handle -> {
                    int pid = handle.select("select pg_backend_pid()").mapTo(Integer.class).one();
                    handle.execute("set session characteristics as transaction read only");
                    assertThatThrownBy(() -> handle.execute("create table t (n int)"))
                        .hasMessageContaining("read-only transaction");
                    return pid;
                  });
      await().atMost(Duration.ofSeconds(10)).until(() -> !backends(database).contains(backend));
    }
  }

  private static List<Integer> backends(Database database) {
    return database
        .jdbi()
        .withHandle(
            handle ->
                handle.select("select pid from pg_stat_activity").mapTo(Integer.class).list());
  }
}
