package dev.lanekeeper.worker.cli;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.Run;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LastUpkeepTest {
  private static final Duration LONG = Duration.ofSeconds(30);
  private static final String TAKE_AWAY = "alter table attempt rename to attempt_elsewhere";
  private static final String BRING_BACK = "alter table attempt_elsewhere rename to attempt";

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE);
  private final ExecutorService upkeep = Executors.newSingleThreadExecutor();
  private final LastUpkeep last = new LastUpkeep(upkeep, fixture.processing().debts());
  private final CountDownLatch running = new CountDownLatch(1);
  private final CountDownLatch goOn = new CountDownLatch(1);
  private final AtomicBoolean interrupted = new AtomicBoolean();
  private final AtomicBoolean ended = new AtomicBoolean();

  @AfterEach
  void close() {
    goOn.countDown();
    upkeep.shutdownNow();
    fixture.close();
  }

  @Test
  void upkeepThatRunsEndsByItself() throws Exception {
    startUpkeep();
    Thread stop = new Thread(() -> runLast(LONG));
    stop.start();
    await().atMost(LONG).until(upkeep::isShutdown);
    assertThat(ended).isFalse();
    goOn.countDown();
    stop.join(LONG.toMillis());
    assertThat(ended).isTrue();
    assertThat(interrupted).isFalse();
  }

  @Test
  void upkeepThatTakesTooLongIsInterrupted() throws Exception {
    startUpkeep();
    last.run(Duration.ofMillis(50));
    await().atMost(LONG).untilTrue(interrupted);
  }

  @Test
  void attemptOwedFromAnOutageIsTakenOffWhenTheWorkerStops() throws Exception {
    oweAnAttempt();
    execute(BRING_BACK);
    assertThat(fixture.query("select started from attempt")).containsExactly("1");
    last.run(LONG);
    assertThat(fixture.query("select started from attempt")).containsExactly("0");
    assertThat(fixture.processing().debts().open()).isZero();
  }

  @Test
  void attemptStaysOnRecordWhileTheDatabaseIsAway() throws Exception {
    oweAnAttempt();
    last.run(LONG);
    assertThat(fixture.processing().debts().open()).isEqualTo(1);
    execute(BRING_BACK);
    assertThat(fixture.query("select started from attempt")).containsExactly("1");
  }

  @Test
  void databaseThatDoesNotAnswerIsNotWaitedForBeyondTheLimit() throws Exception {
    oweAnAttempt();
    execute(BRING_BACK);
    fixture
        .database()
        .jdbi()
        .useTransaction(
            holder -> {
              holder.execute("update attempt set started = started");
              long begun = System.nanoTime();
              last.run(Duration.ofMillis(50));
              assertThat(Duration.ofNanos(System.nanoTime() - begun))
                  .isLessThan(Duration.ofSeconds(3)); // The lock time-out is 5 s.
            });
    assertThat(fixture.processing().debts().open()).isEqualTo(1);
  }

  /** A message is handed back whose attempt could not be taken off the record. */
  private void oweAnAttempt() {
    Run run = new Run(true);
    fixture.handlerDoes(
        (message, handle) -> {
          execute(TAKE_AWAY);
          throw new SQLTransientConnectionException("no connection");
        });
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    fixture.processing().processor().handBack(sequenced("A", 1), run);
    assertThat(fixture.processing().debts().open()).isEqualTo(1);
  }

  private void execute(String sql) {
    fixture.database().jdbi().useHandle(handle -> handle.execute(sql));
  }

  private void startUpkeep() throws InterruptedException {
    upkeep.execute(
        () -> {
          running.countDown();
          try {
            goOn.await();
            ended.set(true);
          } catch (InterruptedException cutOff) {
            interrupted.set(true);
          }
        });
    assertThat(running.await(LONG.toSeconds(), TimeUnit.SECONDS)).isTrue();
  }

  private void runLast(Duration limit) {
    try {
      last.run(limit);
    } catch (InterruptedException stopped) {
      Thread.currentThread().interrupt();
    }
  }
}
