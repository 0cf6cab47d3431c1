package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageBuilder;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.effect.Beginning;
import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.effect.Effects;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 6, "Two-phase effects": the claim, the call, and the transaction that settles. */
@ParameterizedClass
@EnumSource(Engine.class)
class EffectCallsTest {

  private final EffectFixture effects;
  private final ProcessingFixture fixture;
  private final Caller caller;

  EffectCallsTest(Engine engine) throws SQLException {
    effects = new EffectFixture(engine);
    fixture = effects.processing();
    caller = effects.caller();
  }

  @AfterEach
  void close() throws SQLException {
    effects.close();
  }

  @Test
  void callIsMadeWithoutATransactionOnceItIsOnRecord() {
    caller.during =
        () -> {
          assertThat(fixture.database().dataSource().getHikariPoolMXBean().getActiveConnections())
              .isZero();
          assertThat(effects.states()).containsExactly("in_progress 1");
          assertThat(fixture.query("select event_id from inbox")).isEmpty();
        };
    assertThat(fixture.process(sequenced("A", 1))).isEqualTo(new Outcome.Applied(false));
    assertThat(caller.calls).hasSize(1);
    assertThat(effects.states()).containsExactly("done 1");
    assertThat(fixture.query("select result from inbox")).containsExactly("settled: called 1");
    assertThat(fixture.effectOutcomes()).containsExactly(EffectOutcome.HAPPENED);
  }

  @Test
  void messageThatComesAgainIsNotCalledForAndTheStoredResultCounts() {
    fixture.process(sequenced("A", 1));
    assertThat(fixture.processToTheEnd(again(sequenced("A", 1), 2)))
        .isEqualTo(new Outcome.Duplicate(Optional.of("settled: called 1")));
    assertThat(caller.calls).hasSize(1);
  }

  /** Public case A7: the second delivery finds a live claim, does not run, and is no failure. */
  @Test
  void liveClaimKeepsOthersAway() {
    caller.during =
        () -> {
          caller.during = () -> {};
          Outcome meanwhile = fixture.process(again(sequenced("A", 1), 2), new Run(true));
          assertThat(meanwhile).isInstanceOf(Outcome.TryAgain.class);
          assertThat(((Outcome.TryAgain) meanwhile).cause())
              .hasMessageStartingWith("its effect is claimed by another process");
        };
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.failures()).containsExactly(FailureClassifier.Kind.ENVIRONMENT);
    assertThat(fixture.query("select 'left' from attempt")).isEmpty();
  }

  /**
   * Public case A7: no dead letter either, when the start on record is old and the last allowed.
   */
  @Test
  void liveClaimIsNoDeathHoweverLongItsCallTakes() {
    List<Outcome> meanwhile = new ArrayList<>();
    caller.during =
        () -> {
          caller.during = () -> {};
          effects.usedUp("attempt set started = " + ProcessingFixture.MAX_ATTEMPTS);
          meanwhile.add(fixture.process(again(sequenced("A", 1), 2), new Run(true)));
        };
    assertThat(fixture.process(again(sequenced("A", 1), 2), new Run(true)))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(meanwhile).hasOnlyElementsOfType(Outcome.TryAgain.class);
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.query("select 'left' from attempt")).isEmpty();
  }

  @Test
  void claimOutlivesTheLongestCall() {
    caller.longestCall = Duration.ofMinutes(1);
    caller.during =
        () ->
            assertThat(
                    fixture.query(
                        "select event_id from effect"
                            + " where claimed_until >= changed_at + interval '65' second"))
                .hasSize(1);
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void failureBehindTheCallDoesNotRepeatIt() {
    caller.brokenSettlements = 2;
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
    assertThat(effects.states()).containsExactly("done 1");
  }

  @Test
  void handedBackBehindItsCallItIsSettledByTheNextWithoutAnother() {
    caller.brokenSettlements = 1;
    Run run = new Run(false);
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    fixture.processing().processor().handBack(sequenced("A", 1), run);
    fixture.processing().debts().settle();
    fixture.processing().processor().handBack(sequenced("A", 1), run);
    fixture.processing().debts().settle(); // As after a commit that was in doubt.
    assertThat(fixture.effectOutcomes()).doesNotContain(EffectOutcome.CLAIM_LOST);
    assertThat(effects.states()).containsExactly("done 1");
    fixture.processDies();
    assertThat(fixture.processToTheEnd(again(sequenced("A", 1), 2)))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
  }

  @Test
  void misroutedMessageIsNotCalledFor() {
    caller.owner = Optional.of("another");
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.MISROUTED));
    assertThat(caller.calls).isEmpty();
    assertThat(effects.states()).isEmpty();
  }

  @Test
  void messageWithoutALeaseIsNotCalledFor() {
    assertThat(fixture.process(sequenced("A", 1), new Run(false, () -> false)))
        .isInstanceOf(Outcome.Nothing.class);
    assertThat(caller.calls).isEmpty();
  }

  /**
   * Public case A7: the lease ends while the call runs, and what happened is settled all the same.
   */
  @Test
  void leaseThatEndsInTheCallChangesNothing() {
    boolean[] ours = {true};
    caller.during = () -> ours[0] = false;
    assertThat(fixture.process(sequenced("A", 1), new Run(false, () -> ours[0])))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
  }

  @Test
  void resultThatCannotBeStoredDoesNotUndoTheEffect() {
    caller.result = "a\0b";
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.query("select result from effect").get(0)).contains("NUL character");
  }

  /**
   * The process stood still between its claim and its call: others may look too early. What an
   * earlier call may have done is as unknown as before.
   */
  @ParameterizedTest
  @CsvSource({"false, failed 1", "true, unknown 2"})
  void callThatCouldOutliveItsClaimIsNotMade(boolean mayHaveHappened, String state) {
    Message message = new MessageBuilder("A", new DedupKey("/test/A", "1"), "test.v1").build();
    long[] now = {0};
    EffectCall call =
        new EffectCall(
            fixture.database().jdbi(), fixture.listener(), FaultPoints.NONE, () -> now[0]);
    Beginning begun =
        fixture
            .database()
            .jdbi()
            .inTransaction(
                handle ->
                    new Effects()
                        .begin(handle, message, EffectKey.CALL, "w", Duration.ofMinutes(1)));
    assertThat(begun).isEqualTo(new Beginning.Call(1));
    now[0] = EffectCall.MARGIN.toNanos() + 1;
    assertThatThrownBy(() -> call.make(caller, message, new Claim(1, 0), mayHaveHappened))
        .isInstanceOf(EnvironmentException.class)
        .hasMessageContaining("was claimed PT5");
    assertThat(caller.calls).isEmpty();
    assertThat(effects.states()).containsExactly(state);
  }

  /** Before the call too: a class that is missing in the handler's jar ends no worker. */
  @Test
  void errorsOfTheHandlersOwnBeforeItsCallAreFailures() {
    caller.brokenClass = true;
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("NoClassDefFoundError: gone");
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(caller.calls).isEmpty();
  }
}
