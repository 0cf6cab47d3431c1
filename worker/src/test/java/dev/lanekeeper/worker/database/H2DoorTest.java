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
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import org.jdbi.v3.core.JdbiException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The one transaction at a time of an embedded H2, for those who come through its door too. */
class H2DoorTest {
  private static final Duration SOON = Duration.ofMinutes(1);

  @TempDir Path folder = Path.of("");

  private ProcessingFixture owner;
  private H2Door door;

  H2DoorTest(@TempDir Path folder) {
    owner = new ProcessingFixture(Engine.H2, "jdbc:h2:file:" + folder.resolve("orders"));
    door = owner.database().openDoor().orElseThrow();
  }

  @BeforeEach
  void settleSomething() {
    owner.process(sequenced("A", 1));
  }

  @AfterEach
  void close() {
    door.close();
    owner.close();
  }

  @Test
  void visitorAndOwnerWaitForOneAnother() throws Exception {
    CountDownLatch written = new CountDownLatch(1);
    CompletableFuture<Void> mayEnd = new CompletableFuture<>();
    try (Database visitor = Database.visit(TestDatabases.settings(owner.url()))) {
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
          CompletableFuture.supplyAsync(() -> owner.process(sequenced("B", 1)));
      await().during(Duration.ofMillis(300)).until(() -> !other.isDone());
      mayEnd.complete(null);
      visit.get();
      assertThat(other.get()).isInstanceOf(Outcome.Applied.class);
      assertThat(states()).containsExactly("paused", "open");
    }
  }

  @Test
  @DisplayName("a visitor that finds no turn in time is told that the database is busy")
  void busy() {
    try (Database visitor = Database.visit(TestDatabases.settings(owner.url()))) {
      owner
          .database()
          .jdbi()
          .useHandle(
              handle ->
                  assertThatThrownBy(() -> visitor.jdbi().useHandle(second -> {}))
                      .isInstanceOf(JdbiException.class)
                      .hasRootCauseMessage(
                          "the embedded database has one transaction at a time, and was busy for"
                              + " 5000 ms")
                      .satisfies(
                          busy -> assertThat(new FailureClassifier().isOutage(busy)).isFalse()));
      visitor.jdbi().useHandle(handle -> handle.execute("select 1"));
    }
  }

  @Test
  void visitorThatIsKilledGivesTheTurnBackAndLeavesNothing() throws Exception {
    try (JavaProcess visitor = visitor()) {
      visitor.kill();
      assertThat(owner.process(sequenced("A", 2))).isInstanceOf(Outcome.Applied.class);
      assertThat(states()).containsExactly("open");
    }
  }

  @Test
  @DisplayName("a visitor that stands still is ended after --idle-in-transaction-timeout")
  void standsStill() throws Exception {
    owner.close();
    door.close();
    DatabaseSettings all = TestDatabases.settings(owner.url());
    DatabaseSettings impatient =
        new DatabaseSettings(
            all.url(),
            all.user(),
            all.password(),
            all.poolSize(),
            all.lockTimeout(),
            all.statementTimeout(),
            Duration.ofSeconds(1));
    try (Database second = Database.open(impatient);
        H2Door secondDoor = second.openDoor().orElseThrow();
        JavaProcess visitor = visitor()) {
      visitor.standStill();
      List<String> states =
          second
              .jdbi()
              .withHandle(
                  handle ->
                      handle
                          .createQuery("select state from message_group")
                          .mapTo(String.class)
                          .list());
      assertThat(states).containsExactly("open");
      assertThat(secondDoor).isNotNull();
    }
  }

  private JavaProcess visitor() {
    JavaProcess visitor =
        JavaProcess.start(
            folder,
            Map.of(),
            List.of(
                "-cp",
                System.getProperty("java.class.path"),
                H2Visitor.class.getName(),
                owner.url()));
    await().atMost(SOON).until(() -> !visitor.isAlive() || visitor.stdout().contains("written"));
    assertThat(visitor.isAlive()).as(visitor.stderr()).isTrue();
    return visitor;
  }

  private List<String> states() {
    return owner.query("select state from message_group order by name");
  }
}
