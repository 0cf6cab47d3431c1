package dev.lanekeeper.worker.database;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseSettings;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.program.database.H2Door;
import dev.lanekeeper.worker.process.FailureClassifier;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.H2Visitor;
import dev.lanekeeper.worker.testing.JavaProcess;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import dev.lanekeeper.worker.testing.TestDatabases;
import java.nio.file.Path;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one transaction at a time of an embedded H2, for those who come through its door too. */
class H2DoorTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  private final String url;
  private DatabaseSettings settings;
  private ProcessingFixture fixture;
  private Database owner;
  private H2Door door;

  H2DoorTest(@TempDir Path folder) {
    url = "jdbc:h2:file:" + folder.resolve("orders");
    settings = TestDatabases.settings(url);
    fixture = new ProcessingFixture(Engine.H2, url);
    fixture.process(sequenced("A", 1));
    owner = fixture.database();
    door = owner.openDoor().orElseThrow();
  }

  @AfterEach
  void close() {
    door.close();
    owner.close();
    fixture.close();
  }

  /** The owner waits for a second only, for its turn and for visitors that stand still. */
  private void impatient() {
    close();
    DatabaseSettings all = settings;
    settings =
        new DatabaseSettings(
            all.url(),
            all.user(),
            all.password(),
            all.poolSize(),
            all.lockTimeout(),
            all.statementTimeout(),
            Duration.ofSeconds(1));
    owner = Database.open(settings);
    door = owner.openDoor().orElseThrow();
  }

  @Test
  void visitorAndOwnerWaitForOneAnother() throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    CompletableFuture<Void> mayEnd = new CompletableFuture<>();
    try (Database visitor = Database.visit(settings)) {
      CompletableFuture<Void> visit =
          CompletableFuture.runAsync(
              () ->
                  visitor
                      .jdbi()
                      .useTransaction(
                          handle -> {
                            handle.execute(H2Visitor.WRITE);
                            written.countDown();
                            mayEnd.join();
                          }));
      written.await();
      // Of another group: no row is in its way.
      CompletableFuture<Outcome> other =
          CompletableFuture.supplyAsync(() -> fixture.process(sequenced("B", 1)));
      await().during(Duration.ofMillis(300)).until(() -> !other.isDone());
      mayEnd.complete(null);
      visit.get();
      assertThat(other.get()).isInstanceOf(Outcome.Applied.class);
      assertThat(states(owner)).containsExactly("paused", "open");
    }
  }

  @Test
  @DisplayName(
      "a visitor that finds no turn in time is told so, and one that only reads needs none")
  void busy() {
    impatient();
    try (Database visitor = Database.visit(settings)) {
      owner
          .jdbi()
          .useHandle(
              handle -> {
                assertThatThrownBy(() -> visitor.jdbi().useHandle(second -> {}))
                    .isInstanceOf(JdbiException.class)
                    .hasRootCauseMessage(
                        "the embedded database has one transaction at a time, and those before did"
                            + " not end in time")
                    .satisfies(
                        busy -> assertThat(new FailureClassifier().isOutage(busy)).isFalse());
                assertThat(states(visitor)).containsExactly("open");
                assertThat(states(owner)).containsExactly("open");
              });
      visitor.jdbi().useHandle(handle -> handle.execute("select 1"));
    }
  }

  @Test
  void visitorThatIsKilledGivesTheTurnBackAndLeavesNothing() throws Exception {
    try (JavaProcess visitor = visitor()) {
      visitor.kill();
      assertThat(fixture.process(sequenced("A", 2))).isInstanceOf(Outcome.Applied.class);
      assertThat(states(owner)).containsExactly("open");
    }
  }

  @Test
  @DisplayName("a visitor that stands still is ended after --idle-in-transaction-timeout")
  void standsStill() throws Exception {
    impatient();
    try (JavaProcess visitor = visitor()) {
      visitor.standStill();
      await()
          .atMost(SOON)
          .ignoreExceptionsInstanceOf(JdbiException.class) // Busy until then.
          .until(() -> owner.jdbi().withHandle(handle -> handle.execute(H2Visitor.WRITE)) == 1);
    }
  }

  @Test
  @DisplayName("a visitor whose work takes longer than that is let alone")
  void worksOn() throws Exception {
    impatient();
    try (Database visitor = Database.visit(settings)) {
      CompletableFuture<Void> waiting =
          visitor
              .jdbi()
              .inTransaction(
                  handle -> {
                    handle.execute(H2Visitor.WRITE);
                    CompletableFuture<Void> behind =
                        CompletableFuture.runAsync(
                            () -> owner.jdbi().useHandle(other -> other.execute("select 1")));
                    await()
                        .during(Duration.ofSeconds(2))
                        .atMost(SOON)
                        .until(() -> handle.execute(H2Visitor.WRITE) == 1);
                    return behind;
                  });
      assertThatThrownBy(waiting::get)
          .hasRootCauseInstanceOf(SQLTransientConnectionException.class);
      assertThat(states(owner)).containsExactly("paused");
    }
  }

  private JavaProcess visitor() {
    JavaProcess visitor =
        JavaProcess.start(
            folder,
            Map.of(),
            List.of("-cp", System.getProperty("java.class.path"), H2Visitor.class.getName(), url));
    await().atMost(SOON).until(() -> !visitor.isAlive() || visitor.stdout().contains("written"));
    assertThat(visitor.isAlive()).as(visitor.stderr()).isTrue();
    return visitor;
  }

  private static List<String> states(Database database) {
    return database
        .reading()
        .withHandle(
            handle ->
                handle
                    .createQuery("select state from message_group order by name")
                    .mapTo(String.class)
                    .list());
  }
}
