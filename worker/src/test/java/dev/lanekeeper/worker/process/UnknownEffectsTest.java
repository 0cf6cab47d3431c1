package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.api.UnknownOutcomeException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 6, "Two-phase effects": effects of which nobody knows whether they happened. */
@ParameterizedClass
@EnumSource(Engine.class)
class UnknownEffectsTest {
  private static final Outcome.Parked UNKNOWN = new Outcome.Parked(Fate.HELD, Why.UNKNOWN_EFFECT);

  private final EffectFixture effects;
  private final ProcessingFixture fixture;
  private final Caller caller;

  UnknownEffectsTest(Engine engine) throws SQLException {
    effects = new EffectFixture(engine);
    fixture = effects.processing();
    caller = effects.caller();
  }

  @AfterEach
  void close() throws SQLException {
    effects.close();
  }

  /**
   * Public case B3: the row of one that died blocks nobody for ever, and nothing before its end.
   */
  @Test
  void claimOfOneThatDiedIsTakenOverAfterItsEnd() {
    effects.dieInTheCall();
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(caller.calls).hasSize(1);

    effects.claimsEnd();
    caller.mayCallAgain = true;
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2);
    assertThat(caller.calls.get(0)).isEqualTo(caller.calls.get(1));
    assertThat(effects.states()).containsExactly("done 3");
  }

  @Test
  void handlerWhoseLongestCallIsNegativeIsNotCalled() {
    caller.longestCall = Duration.ofSeconds(-5);
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(caller.calls).isEmpty();
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("longestCall is negative: PT-5S");
  }

  @Test
  void interruptInTheCallIsNoAttempt() {
    caller.isInterrupted = true;
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(effects.states()).containsExactly("unknown 2");
  }

  @Test
  void unknownEffectParksTheGroupWhereNobodyCanTell() {
    effects.dieInTheCall();
    effects.claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(UNKNOWN);
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.query("select reason from message_group")).containsExactly("unknown effect");
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("nobody knows whether the effect")
        .contains(caller.calls.get(0));
    assertThat(effects.states()).containsExactly("unknown 2");
  }

  @Test
  void policyParkAsksNobody() {
    effects.policy(OnUnknownEffect.PARK);
    caller.mayCallAgain = true;
    caller.reconciliation = Reconciliation.didNotHappen();
    effects.dieInTheCall();
    effects.claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(UNKNOWN);
    assertThat(caller.asked).isZero();
  }

  @Test
  void policyAgainCallsAgainWithTheSameKey() {
    effects.policy(OnUnknownEffect.AGAIN);
    effects.dieInTheCall();
    effects.claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2).containsOnly(caller.calls.get(0));
  }

  @Test
  void handlerThatFindsOutThatItHappenedIsNotCalledAgain() {
    effects.policy(OnUnknownEffect.RECONCILE);
    caller.mayCallAgain = true;
    caller.reconciliation = Reconciliation.happened(Optional.of("found"));
    effects.dieInTheCall();
    effects.claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
    assertThat(caller.asked).isEqualTo(1);
    assertThat(effects.states()).containsExactly("done 2");
    assertThat(fixture.query("select result from inbox")).containsExactly("settled: found");
  }

  @Test
  void handlerThatFindsOutThatItDidNotHappenIsCalled() {
    caller.reconciliation = Reconciliation.didNotHappen();
    effects.dieInTheCall();
    effects.claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void callThatLostItsClaimSettlesNothing() {
    caller.during =
        () -> {
          effects.claimsEnd();
          assertThat(fixture.process(again(sequenced("A", 1), 2))).isEqualTo(UNKNOWN);
        };
    Outcome outcome = fixture.process(sequenced("A", 1));
    assertThat(outcome).isInstanceOf(Outcome.Settled.class).isNotInstanceOf(Outcome.Applied.class);
    assertThat(effects.states()).containsExactly("unknown 2");
    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    assertThat(fixture.query("select name from message_group where state = 'parked'"))
        .containsExactly("A");
  }

  /** Public case B3: the second has called and applied by the time the first one's call returns. */
  @Test
  void callThatComesBackAfterAnotherWorkerHasAppliedIsSeen() {
    effects.policy(OnUnknownEffect.AGAIN);
    caller.during =
        () -> {
          caller.during = () -> {};
          effects.claimsEnd();
          assertThat(fixture.process(again(sequenced("A", 1), 2)))
              .isInstanceOf(Outcome.Applied.class);
        };
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(caller.calls).hasSize(2).containsOnly(caller.calls.get(0));
    assertThat(effects.states()).containsExactly("done 3");
    assertThat(fixture.effectOutcomes())
        .containsExactly(
            EffectOutcome.TAKEN_OVER,
            EffectOutcome.CALLED_AGAIN,
            EffectOutcome.HAPPENED,
            EffectOutcome.HAPPENED,
            EffectOutcome.CLAIM_LOST);
  }

  @Test
  void callThatFailsAfterItsClaimWasLostIsSeenToo() {
    effects.policy(OnUnknownEffect.AGAIN);
    caller.during =
        () -> {
          caller.during = () -> {};
          effects.claimsEnd();
          fixture.process(again(sequenced("A", 1), 2));
          caller.failure = Optional.of(new IllegalStateException("no answer"));
        };
    fixture.process(sequenced("A", 1));
    assertThat(effects.states()).containsExactly("done 3");
    assertThat(fixture.effectOutcomes()).endsWith(EffectOutcome.UNKNOWN, EffectOutcome.CLAIM_LOST);
  }

  @Test
  void callThatLostItsClaimToALookAloneIsNotWrittenEither() {
    caller.during =
        () -> {
          caller.during = () -> {};
          effects.claimsEnd();
          fixture
              .database()
              .jdbi()
              .useHandle(
                  handle -> handle.execute("update effect set epoch = 2, state = 'unknown'"));
        };
    Run run = new Run(false);
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    assertThat(fixture.effectOutcomes())
        .containsExactly(EffectOutcome.HAPPENED, EffectOutcome.CLAIM_LOST);
    assertThat(fixture.process(sequenced("A", 1), run)).isEqualTo(UNKNOWN);
    assertThat(caller.calls).hasSize(1);
  }

  @Test
  void callThatSaysItHadNoEffectIsMadeAgainAtOnceWhateverThePolicy() {
    effects.policy(OnUnknownEffect.PARK);
    caller.failure = Optional.of(new EnvironmentException("busy", Duration.ZERO, null));
    Run run = new Run(false);
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    assertThat(effects.states()).containsExactly("failed 1");
    caller.failure = Optional.empty();
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2).containsOnly(caller.calls.get(0));
    assertThat(fixture.effectOutcomes())
        .containsExactly(EffectOutcome.DID_NOT_HAPPEN, EffectOutcome.HAPPENED);
  }

  @Test
  void callThatSaysThatNobodyKnowsIsUnknown() {
    caller.failure = Optional.of(new UnknownOutcomeException("lost", Duration.ZERO, null));
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(effects.states()).containsExactly("unknown 2");
  }

  /** A class that is missing in the handler's jar may be missed behind the request. */
  @Test
  void errorOfTheHandlersOwnInItsCallLeavesTheEffectUnknown() {
    caller.during =
        () -> {
          throw new NoClassDefFoundError("gone");
        };
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(effects.states()).containsExactly("unknown 2");
  }

  @Test
  void environmentThatMayHaveActedCostsNoAttemptAndLeavesItUnknown() {
    caller.failure =
        Optional.of(
            new EnvironmentException(
                "unwell", Duration.ZERO, new UnknownOutcomeException("lost", null, null)));
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(effects.states()).containsExactly("unknown 2");
  }

  @Test
  void callThatFailsInAnyOtherWayIsUnknown() {
    caller.failure = Optional.of(new IllegalStateException("no answer"));
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(UNKNOWN);
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.effectOutcomes()).containsExactly(EffectOutcome.UNKNOWN);
  }

  /** The first call may have happened; that the second is refused, or not let in, says nothing. */
  @Test
  void refusalOfACallAgainLeavesTheEffectUnknown() {
    caller.mayCallAgain = true;
    caller.failure = Optional.of(new IllegalStateException("no answer"));
    Run run = new Run(false);
    fixture.process(sequenced("A", 1), run);
    assertThat(effects.states()).containsExactly("unknown 2");
    caller.failure = Optional.of(new EnvironmentException("refused", Duration.ZERO, null));
    fixture.process(sequenced("A", 1), run);
    assertThat(effects.states()).containsExactly("unknown 4");
    caller.failure = Optional.of(new RejectedMessageException("409"));
    assertThat(fixture.process(sequenced("A", 1), run)).isEqualTo(UNKNOWN);
    assertThat(effects.states()).containsExactly("unknown 6");
    assertThat(caller.calls).hasSize(3);
    assertThat(fixture.effectOutcomes()).doesNotContain(EffectOutcome.DID_NOT_HAPPEN);
  }

  @Test
  void refusalOfACallThatIsKnownNotToHaveHappenedStands() {
    caller.reconciliation = Reconciliation.didNotHappen();
    effects.dieInTheCall();
    effects.claimsEnd();
    caller.failure = Optional.of(new RejectedMessageException("409"));
    fixture.processToTheEnd(sequenced("A", 1));
    assertThat(effects.states()).containsExactly("failed 3");
  }

  @Test
  void lastAttemptThatLeavesTheEffectUnknownSaysSo() {
    caller.mayCallAgain = true;
    caller.failure = Optional.of(new IllegalStateException("no answer"));
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(UNKNOWN);
    assertThat(caller.calls).hasSize(ProcessingFixture.MAX_ATTEMPTS);
    assertThat(fixture.redrive("A")).containsExactly(UNKNOWN);
    assertThat(fixture.query("select why from held_message")).containsExactly("unknown effect");
  }

  @Test
  void lastAttemptOfAHeldMessageThatLeavesTheEffectUnknownSaysSoToo() {
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    caller.mayCallAgain = true;
    caller.failure = Optional.of(new IllegalStateException("no answer"));
    assertThat(fixture.drain("A")).containsExactly(UNKNOWN);
  }

  @Test
  void deathInTheLastAttemptLeavesTheEffectUnknown() {
    caller.during = Caller::die;
    assertThatThrownBy(() -> fixture.process(sequenced("A", 1), new Run(true)))
        .isInstanceOf(Caller.Killed.class);
    effects.usedUp("attempt set started = " + ProcessingFixture.MAX_ATTEMPTS);
    effects.claimsEnd();
    assertThat(fixture.process(again(sequenced("A", 1), 2), new Run(true))).isEqualTo(UNKNOWN);
  }
}
