package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.unsequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.api.TryAgainException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** The conformance suite of message processing: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
class ProcessorTest {
  private final ProcessingFixture fixture;

  ProcessorTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.SKIP, FirstSequence.ONE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void messageInTurnIsAppliedOnceAndItsResultGivenBack() {
    fixture.handlerDoes((message, handle) -> Optional.of("result of " + message.dedupKey().id()));

    assertThat(fixture.process(sequenced("A", 1))).isEqualTo(new Outcome.Applied(false));
    assertThat(fixture.process(sequenced("A", 1)))
        .isEqualTo(new Outcome.Duplicate(Optional.of("result of 1")));
    assertThat(fixture.process(again(sequenced("A", 1), 2)))
        .isEqualTo(new Outcome.Duplicate(Optional.of("result of 1")));

    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.query("select fate || ' ' || attempts from inbox"))
        .containsExactly("applied 1");
  }

  @Test
  void earlyMessagesAreHeldAndDrainInOrderOnceTheGapCloses() {
    assertThat(fixture.process(sequenced("A", 3))).isEqualTo(new Outcome.Held(Why.EARLY));
    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Held(Why.EARLY));
    assertThat(fixture.process(sequenced("A", 2)))
        .isEqualTo(new Outcome.Duplicate(Optional.empty()));
    assertThat(fixture.effects("A")).isEmpty();
    assertThat(fixture.query("select state || ' ' || held_count from message_group"))
        .containsExactly("waiting 2");

    assertThat(fixture.process(sequenced("A", 1))).isEqualTo(new Outcome.Applied(true));
    assertThat(fixture.groupsToDrain()).containsExactly(ProcessingFixture.key("A"));
    assertThat(fixture.drain("A"))
        .containsExactly(new Outcome.Applied(true), new Outcome.Applied(false));

    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
    assertThat(fixture.query("select state || ' ' || held_count from message_group"))
        .containsExactly("open 0");
    assertThat(fixture.query("select event_id from held_message")).isEmpty();
    assertThat(fixture.groupsToDrain()).isEmpty();
  }

  @Test
  void messageWhoseInboxRowIsGoneIsStillRefusedByTheHighWaterMark() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 2));
    fixture.database().jdbi().useHandle(handle -> handle.execute("delete from inbox"));

    assertThat(fixture.process(sequenced("A", 1)))
        .isEqualTo(new Outcome.Duplicate(Optional.empty()));
    assertThat(fixture.effects("A")).containsExactly("1", "2");
  }

  @Test
  void sameDedupKeyWithOtherContentIsAConflictAndBothStayReadable() {
    fixture.process(sequenced("A", 1, "{\"amount\":10.00}"));

    assertThat(fixture.process(sequenced("A", 1, "{\"amount\":1.00E1}")))
        .isEqualTo(new Outcome.Duplicate(Optional.empty()));
    assertThat(fixture.process(sequenced("A", 1, "{\"amount\":10.01}")))
        .isEqualTo(new Outcome.GivenUp(Fate.CONFLICT, Why.CONFLICT, false));

    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.query("select why || ' ' || status from held_message"))
        .containsExactly("conflict dead");
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("same dedup key")
        .contains(fixture.query("select fingerprint from inbox").get(0))
        .contains(fixture.query("select fingerprint from held_message").get(0));
  }

  @Test
  void sameSequenceWithAnotherDedupKeyIsAConflict() {
    fixture.process(sequenced("A", 1));

    assertThat(fixture.process(with(sequenced("A", 1), "CE_id", "other")))
        .isEqualTo(new Outcome.GivenUp(Fate.CONFLICT, Why.CONFLICT, false));
    assertThat(fixture.effects("A")).containsExactly("1");
  }

  @Test
  void handlerThatFailsTwiceSucceedsInItsThirdAttempt() {
    fixture.handlerDoes(
        (message, handle) -> {
          if (message.attempt() < 3) {
            throw new IllegalStateException("attempt " + message.attempt());
          }
          return Optional.empty();
        });

    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);

    assertThat(fixture.runs()).isEqualTo(3);
    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.query("select attempts from inbox")).containsExactly("3");
    assertThat(fixture.query("select event_id from attempt")).isEmpty();
  }

  @Test
  void handlerThatAlwaysFailsRunsExactlyAsOftenAsAllowedAndTheGroupMovesOn() {
    fixture.handlerFails();
    RawMessage poison = sequenced("A", 1);

    assertThat(fixture.processToTheEnd(poison))
        .isEqualTo(new Outcome.GivenUp(Fate.DEAD_LETTERED, Why.ATTEMPTS, false));
    assertThat(fixture.processToTheEnd(again(poison, 2))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.runs()).isEqualTo(ProcessingFixture.MAX_ATTEMPTS);

    fixture.handlerSucceeds();
    assertThat(fixture.process(sequenced("A", 2))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.effects("A")).containsExactly("2");
    assertThat(
            fixture.query("select status || ' ' || attempts || ' ' || event_id from held_message"))
        .containsExactly("dead 3 1");
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("the handler is broken");
  }

  @Test
  void attemptsAreCountedOverProcessesThatDieOfTheMessage() {
    RawMessage poison = again(sequenced("A", 1), 2);
    for (int death = 1; death <= ProcessingFixture.MAX_ATTEMPTS; death++) {
      fixture.handlerDoes(
          (message, handle) -> {
            // What another connection sees now is what would be left if the process died here.
            assertThat(fixture.query("select started from attempt"))
                .containsExactly(String.valueOf(message.attempt()));
            throw new Death();
          });
      assertThatThrownBy(() -> fixture.process(poison, new Run(true))).isInstanceOf(Death.class);
      fixture.processDies();
    }
    assertThat(fixture.process(poison, new Run(true)))
        .isEqualTo(new Outcome.GivenUp(Fate.DEAD_LETTERED, Why.ATTEMPTS, false));
    assertThat(fixture.runs()).isEqualTo(ProcessingFixture.MAX_ATTEMPTS);
    assertThat(fixture.query("select last_error from held_message").get(0)).contains("did not end");
    assertThat(fixture.attempts()).last().isEqualTo(ProcessingFixture.MAX_ATTEMPTS);
  }

  /** Stands for the end of the process: nobody handles it. */
  @Test
  void decisionThatTheDatabaseRefusesIsToldOnceForAMessage() {
    fixture
        .database()
        .jdbi()
        .useHandle(handle -> handle.execute("alter table attempt rename to attempt_away"));
    Run run = new Run(true);
    for (int i = 0; i < 3; i++) {
      assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    }
    assertThat(fixture.undecided()).hasSize(1);

    fixture
        .database()
        .jdbi()
        .useHandle(handle -> handle.execute("alter table attempt_away rename to attempt"));
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.query("select attempts from inbox")).containsExactly("1");
  }

  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }

  @Test
  void attemptThatTheEnvironmentEndedIsNotCountedByTheNextProcess() {
    RawMessage message = again(sequenced("A", 1), 2);
    for (int i = 0; i < 2 * ProcessingFixture.MAX_ATTEMPTS; i++) {
      fixture.handlerDoes(
          (handled, handle) -> {
            throw new SQLTransientConnectionException("pool is empty");
          });
      assertThat(fixture.process(message, new Run(true))).isInstanceOf(Outcome.TryAgain.class);
    }
    fixture.handlerSucceeds();
    assertThat(fixture.process(message, new Run(true))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.query("select attempts from inbox")).containsExactly("1");
  }

  @Test
  void failureOfTheEnvironmentIsNoAttempt() {
    Run run = new Run(true);
    fixture.handlerDoes(
        (message, handle) -> {
          throw new SQLTransientConnectionException("pool is empty");
        });
    for (int i = 0; i < 10; i++) {
      assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    }
    fixture.handlerSucceeds();

    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.failures()).containsOnly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select attempts from inbox")).containsExactly("1");
  }

  /** Its inbox row went with the rest: what is acknowledged then would be lost. */
  @Test
  void handlerThatRollsBackByItselfHasFailed() {
    fixture.handlerDoes(
        (message, handle) -> {
          handle.rollback();
          return Optional.empty();
        });
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.GivenUp.class);
    assertThat(fixture.query("select last_error from held_message").toString())
        .contains("the handler ended the transaction");
  }

  @Test
  void handlerSaysWhenToTryAgainAndItCountsAsAnAttempt() {
    Run run = new Run(false);
    fixture.handlerDoes(
        (message, handle) -> {
          Duration delay = message.attempt() == 1 ? Duration.ofSeconds(3) : Duration.ofHours(1);
          throw new TryAgainException("not yet", delay);
        });

    assertThat(delayOf(fixture.process(sequenced("A", 1), run))).isEqualTo(Duration.ofSeconds(3));
    assertThat(delayOf(fixture.process(sequenced("A", 1), run)))
        .isEqualTo(ProcessingFixture.LONGEST_ASKED_FOR);
    assertThat(fixture.process(sequenced("A", 1), run))
        .isEqualTo(new Outcome.GivenUp(Fate.DEAD_LETTERED, Why.ATTEMPTS, false));
    assertThat(fixture.query("select last_error from held_message").get(0)).contains("not yet");
  }

  @Test
  void environmentThatSaysWhenToTryAgainIsNoAttempt() {
    Run run = new Run(true);
    fixture.handlerDoes(
        (message, handle) -> {
          throw new EnvironmentException("too many requests", Duration.ofSeconds(3), null);
        });
    for (int i = 0; i < 2 * ProcessingFixture.MAX_ATTEMPTS; i++) {
      assertThat(delayOf(fixture.process(sequenced("A", 1), run))).isEqualTo(Duration.ofSeconds(3));
    }
    fixture.handlerSucceeds();

    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.query("select attempts from inbox")).containsExactly("1");
  }

  private static Duration delayOf(Outcome outcome) {
    assertThat(outcome).isInstanceOf(Outcome.TryAgain.class);
    return ((Outcome.TryAgain) outcome).delay();
  }

  @Test
  void rejectedMessageIsNotTriedAgain() {
    fixture.handlerDoes(
        (message, handle) -> {
          throw new RejectedMessageException("no such order");
        });

    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.GivenUp(Fate.REJECTED, Why.REJECTED, false));
    assertThat(fixture.runs()).isEqualTo(1);
  }

  @Test
  void undecodableMessageIsKeptWithItsBytes() {
    RawMessage broken = with(sequenced("A", 1), "sequence", "0");

    assertThat(fixture.process(broken))
        .isEqualTo(new Outcome.GivenUp(Fate.REJECTED, Why.REJECTED, false));
    assertThat(fixture.process(again(broken, 2))).isInstanceOf(Outcome.Duplicate.class);

    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("sequence is \"0\"");
    byte[] kept =
        fixture
            .database()
            .jdbi()
            .withHandle(
                handle ->
                    handle.createQuery("select body from held_message").mapTo(byte[].class).one());
    assertThat(kept).isEqualTo(broken.body());
  }

  @Test
  void twoCopiesAtTheSameMomentHaveOneEffect() throws Exception {
    CyclicBarrier barrier = new CyclicBarrier(2);
    // Threads of our own: the common pool has one on a machine of two cores.
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      Future<Outcome> first = threads.submit(() -> race(barrier));
      Future<Outcome> second = threads.submit(() -> race(barrier));
      assertThat(List.of(first.get(30, TimeUnit.SECONDS), second.get(30, TimeUnit.SECONDS)))
          .hasAtLeastOneElementOfType(Outcome.Applied.class)
          .hasAtLeastOneElementOfType(Outcome.Duplicate.class);
    } finally {
      threads.shutdownNow();
    }
    assertThat(fixture.effects("A")).containsExactly("1");
  }

  private Outcome race(CyclicBarrier barrier) throws Exception {
    barrier.await(10, TimeUnit.SECONDS);
    return fixture.processToTheEnd(sequenced("A", 1));
  }

  @Test
  void messagesWithoutSequenceKeepTheirArrivalOrder() {
    assertThat(fixture.process(unsequenced("A", "x"))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.process(unsequenced("A", "y"))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.process(unsequenced("A", "x"))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.effects("A")).containsExactly("x", "y");
  }

  @Test
  void messageAfterTheEndIsRefusedAndTheGroupStaysEnded() {
    fixture.process(sequenced("A", 1));
    assertThat(fixture.process(last("A", 2))).isInstanceOf(Outcome.Applied.class);

    assertThat(fixture.process(sequenced("A", 3)))
        .isEqualTo(new Outcome.GivenUp(Fate.REJECTED, Why.ENDED, false));
    assertThat(fixture.process(last("A", 2))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.effects("A")).containsExactly("1", "2");
    assertThat(fixture.query("select state from message_group")).containsExactly("ended");
  }

  @Test
  void idsThatDifferByCaseOrTrailingSpaceAreDifferentGroups() {
    for (String group : List.of("ord-Ab1", "ord-aB1", "ord-Ab1 ", "caf\u00e9", "cafe\u0301")) {
      assertThat(fixture.process(sequenced(group, 1))).isInstanceOf(Outcome.Applied.class);
    }
    assertThat(fixture.query("select name from message_group")).hasSize(5);
    assertThat(fixture.query("select source from inbox")).hasSize(5);
  }
}
