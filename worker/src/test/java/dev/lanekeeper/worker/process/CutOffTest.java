package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.FailureClassifier.Kind;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.SQLTransientConnectionException;
import java.util.Collections;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Handlers that PostgreSQL cuts off, for one long statement or for none. */
class CutOffTest {
  private static final String LONG_STATEMENT = "set local statement_timeout = 20";
  private static final String LONG_PAUSE = "set local idle_in_transaction_session_timeout = 20";

  private final ProcessingFixture fixture =
      new ProcessingFixture(Engine.POSTGRESQL, OnExhausted.PARK, FirstSequence.ONE);

  @BeforeEach
  void succeed() {
    fixture.handlerSucceeds();
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @ParameterizedTest
  @ValueSource(strings = {LONG_STATEMENT, LONG_PAUSE})
  void countsOnceItIsAlwaysTheSameMessageWhileOthersAreSettled(String how) {
    Run run = new Run(false);
    for (int i = 1; i < CutOffs.SUSPICIOUS; i++) {
      assertThat(cutOff(run, how)).isInstanceOf(Outcome.TryAgain.class);
      assertThat(fixture.process(sequenced("B", i))).isInstanceOf(Outcome.Applied.class);
    }
    assertThat(fixture.query("select started from attempt")).isEmpty();
    for (int i = 1; i < ProcessingFixture.MAX_ATTEMPTS; i++) {
      assertThat(cutOff(run, how)).isInstanceOf(Outcome.TryAgain.class);
    }
    assertThat(cutOff(run, how)).isInstanceOf(Outcome.Parked.class);
    assertThat(fixture.failures())
        .containsExactly(Kind.ENVIRONMENT, Kind.ENVIRONMENT, Kind.FAILED, Kind.FAILED, Kind.FAILED);
    assertThat(fixture.query("select state || ' ' || reason from message_group where name = 'A'"))
        .containsExactly("parked attempts");
  }

  @Test
  void countsLaterWhileNothingElseIsSettled() {
    Run run = new Run(false);
    for (int i = 1; i < CutOffs.SUSPICIOUS_ALONE; i++) {
      cutOff(run, LONG_STATEMENT);
    }
    assertThat(fixture.failures())
        .isEqualTo(Collections.nCopies(CutOffs.SUSPICIOUS_ALONE - 1, Kind.ENVIRONMENT));
    cutOff(run, LONG_STATEMENT);
    assertThat(fixture.failures()).endsWith(Kind.FAILED);
  }

  @Test
  void doesNotCountWhenAnythingElseFailedInBetween() {
    Run run = new Run(true);
    fixture.process(sequenced("B", 1));
    for (int i = 0; i < 2; i++) {
      cutOff(run, LONG_STATEMENT);
      cutOff(run, LONG_STATEMENT);
      fixture.process(sequenced("B", 2 + i));
      fixture.handlerDoes(
          (message, handle) -> {
            throw new SQLTransientConnectionException("no connection");
          });
      fixture.process(sequenced("A", 1), run);
      fixture.handlerSucceeds();
    }
    assertThat(fixture.failures()).hasSize(6).containsOnly(Kind.ENVIRONMENT);
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.query("select attempts from inbox where message_group = 'A'"))
        .containsExactly("1");
  }

  private Outcome cutOff(Run run, String how) {
    fixture.handlerDoes(
        (message, handle) -> {
          handle.execute(how);
          if (how.equals(LONG_STATEMENT)) {
            handle.execute("select pg_sleep(9)");
          }
          int backend = handle.select("select pg_backend_pid()").mapTo(Integer.class).one();
          if (how.equals(LONG_PAUSE)) {
            await()
                .until(
                    () ->
                        fixture
                            .query("select 1 from pg_stat_activity where pid = " + backend)
                            .isEmpty());
          }
          return Optional.empty();
        });
    Outcome outcome = fixture.process(sequenced("A", 1), run);
    fixture.handlerSucceeds();
    return outcome;
  }
}
