package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Issue 6, "Two-phase effects", with one connection in all: whatever would need a second while it
 * holds one cannot pass.
 */
@ParameterizedClass
@EnumSource(Engine.class)
class EffectCallsTest {
  private static final Operator OPERATOR = new Operator("ada", "because of a test");
  private static final Outcome.Parked UNKNOWN = new Outcome.Parked(Fate.HELD, Why.UNKNOWN_EFFECT);

  private final ProcessingFixture fixture;
  private final Connection keptOpen;
  private final Caller caller = new Caller();

  EffectCallsTest(Engine engine) throws SQLException {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    var pool = fixture.database().dataSource();
    keptOpen =
        DriverManager.getConnection(pool.getJdbcUrl(), pool.getUsername(), pool.getPassword());
    pool.getHikariConfigMXBean().setConnectionTimeout(1000);
    pool.getHikariConfigMXBean().setMinimumIdle(1);
    pool.getHikariConfigMXBean().setMaximumPoolSize(1);
    pool.getHikariPoolMXBean().softEvictConnections();
    policy(OnUnknownEffect.AUTO);
  }

  @AfterEach
  void close() throws SQLException {
    keptOpen.close();
    fixture.close();
  }

  @Test
  void callIsMadeWithoutATransactionOnceItIsOnRecord() {
    caller.during =
        () -> {
          assertThat(fixture.database().dataSource().getHikariPoolMXBean().getActiveConnections())
              .isZero();
          assertThat(states()).containsExactly("in_progress 1");
          assertThat(fixture.query("select event_id from inbox")).isEmpty();
        };
    assertThat(fixture.process(sequenced("A", 1))).isEqualTo(new Outcome.Applied(false));
    assertThat(caller.calls).hasSize(1);
    assertThat(states()).containsExactly("done 1");
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
          usedUp("attempt set started = " + ProcessingFixture.MAX_ATTEMPTS);
          meanwhile.add(fixture.process(again(sequenced("A", 1), 2), new Run(true)));
        };
    assertThat(fixture.process(again(sequenced("A", 1), 2), new Run(true)))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(meanwhile).hasOnlyElementsOfType(Outcome.TryAgain.class);
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.query("select 'left' from attempt")).isEmpty();
  }

  @Test
  void liveClaimOfAHeldMessageIsNoDeathEither() {
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    List<Outcome> meanwhile = new ArrayList<>();
    caller.during =
        () -> {
          caller.during = () -> {};
          usedUp("held_message set attempts = " + ProcessingFixture.MAX_ATTEMPTS);
          meanwhile.add(fixture.processing().drainer().drainNext(key("A"), new Run(true)));
          usedUp("held_message set attempts = 1");
        };
    fixture.processing().drainer().drainNext(key("A"), new Run(true));
    assertThat(meanwhile).hasOnlyElementsOfType(Outcome.TryAgain.class);
    assertThat(caller.calls).hasSize(2);
    assertThat(fixture.query("select reason from message_group where state = 'parked'")).isEmpty();
  }

  /** Another process looks, and finds the last attempt started long ago. */
  private void usedUp(String change) {
    fixture.processDies();
    fixture.database().jdbi().useHandle(handle -> handle.execute("update " + change));
  }

  /**
   * Public case B3: the row of one that died blocks nobody for ever, and nothing before its end.
   */
  @Test
  void claimOfOneThatDiedIsTakenOverAfterItsEnd() {
    dieInTheCall();
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(caller.calls).hasSize(1);

    claimsEnd();
    caller.mayCallAgain = true;
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2);
    assertThat(caller.calls.get(0)).isEqualTo(caller.calls.get(1));
    assertThat(states()).containsExactly("done 3");
  }

  /** Public case B3: a claim with exactly nothing left of its time. */
  @Test
  void claimWithoutAnyTimeEndsAtOnce() {
    caller.longestCall = Duration.ofSeconds(-5);
    dieInTheCall();
    caller.mayCallAgain = true;
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void unknownEffectParksTheGroupWhereNobodyCanTell() {
    dieInTheCall();
    claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(UNKNOWN);
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.query("select reason from message_group")).containsExactly("unknown effect");
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("nobody knows whether the effect")
        .contains(caller.calls.get(0));
    assertThat(states()).containsExactly("unknown 2");
  }

  @Test
  void policyParkAsksNobody() {
    policy(OnUnknownEffect.PARK);
    caller.mayCallAgain = true;
    caller.reconciliation = Reconciliation.didNotHappen();
    dieInTheCall();
    claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(UNKNOWN);
    assertThat(caller.asked).isZero();
  }

  @Test
  void policyAgainCallsAgainWithTheSameKey() {
    policy(OnUnknownEffect.AGAIN);
    dieInTheCall();
    claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2).containsOnly(caller.calls.get(0));
  }

  @Test
  void handlerThatFindsOutThatItHappenedIsNotCalledAgain() {
    policy(OnUnknownEffect.RECONCILE);
    caller.mayCallAgain = true;
    caller.reconciliation = Reconciliation.happened(Optional.of("found"));
    dieInTheCall();
    claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
    assertThat(caller.asked).isEqualTo(1);
    assertThat(states()).containsExactly("done 2");
    assertThat(fixture.query("select result from inbox")).containsExactly("settled: found");
  }

  @Test
  void handlerThatFindsOutThatItDidNotHappenIsCalled() {
    caller.reconciliation = Reconciliation.didNotHappen();
    dieInTheCall();
    claimsEnd();
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void callThatLostItsClaimSettlesNothing() {
    caller.during =
        () -> {
          claimsEnd();
          assertThat(fixture.process(again(sequenced("A", 1), 2))).isEqualTo(UNKNOWN);
        };
    Outcome outcome = fixture.process(sequenced("A", 1));
    assertThat(outcome).isInstanceOf(Outcome.Settled.class).isNotInstanceOf(Outcome.Applied.class);
    assertThat(states()).containsExactly("unknown 2");
    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    assertThat(fixture.query("select name from message_group where state = 'parked'"))
        .containsExactly("A");
  }

  @Test
  void callThatLostItsClaimToALookAloneIsNotWrittenEither() {
    caller.during =
        () -> {
          caller.during = () -> {};
          claimsEnd();
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
  void failureBehindTheCallDoesNotRepeatIt() {
    caller.brokenSettlements = 2;
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
    assertThat(states()).containsExactly("done 1");
  }

  @Test
  void parkedBehindItsCallItIsRedrivenWithoutAnother() {
    caller.brokenSettlements = ProcessingFixture.MAX_ATTEMPTS;
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(states()).containsExactly("done 1");
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Applied(false));
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.query("select result from inbox")).containsExactly("settled: called 1");
  }

  @Test
  void handedBackBehindItsCallItIsSettledByTheNextWithoutAnother() {
    caller.brokenSettlements = 1;
    Run run = new Run(false);
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    fixture.processing().processor().handBack(sequenced("A", 1), run);
    fixture.processing().debts().settle();
    assertThat(states()).containsExactly("done 1");
    fixture.processDies();
    assertThat(fixture.processToTheEnd(again(sequenced("A", 1), 2)))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(1);
  }

  @Test
  void pausedInTheCallItIsHeldAndSettledLaterWithoutAnother() {
    GroupOperations operations = new GroupOperations(fixture.database().jdbi());
    fixture.process(sequenced("A", 1));
    caller.during = () -> operations.pause(key("A"), OPERATOR);
    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Held(Why.BEHIND));
    caller.during = () -> {};
    operations.resume(key("A"), OPERATOR);
    assertThat(fixture.drain("A")).hasSize(1);
    assertThat(caller.calls).hasSize(2);
    assertThat(states()).containsExactly("done 1", "done 1");
  }

  @Test
  void heldMessageHasItsEffectOnceWhenItsTurnComes() {
    fixture.process(sequenced("A", 3));
    fixture.process(sequenced("A", 2));
    assertThat(caller.calls).isEmpty();
    fixture.process(sequenced("A", 1));
    caller.brokenSettlements = 1;
    assertThat(fixture.drain("A")).hasSize(2).hasOnlyElementsOfType(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(3).doesNotHaveDuplicates();
    assertThat(fixture.query("select result from inbox order by sequence"))
        .containsExactly("settled: called 1", "settled: called 2", "settled: called 3");
  }

  @Test
  void heldMessageWhoseCallDiedParksItsGroupToo() {
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    caller.during = Caller::die;
    assertThatThrownBy(() -> fixture.drain("A")).isInstanceOf(Killed.class);
    fixture.processDies();
    claimsEnd();
    caller.during = () -> {};
    assertThat(fixture.drain("A")).containsExactly(UNKNOWN);
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void redriveMakesTheEffectOnce() {
    caller.failure = Optional.of(new RejectedMessageException("no"));
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.REJECTED));
    assertThat(states()).containsExactly("failed 1");
    caller.failure = Optional.empty();
    caller.brokenSettlements = 1;
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(states()).containsExactly("done 2");
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Applied(false));
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void callThatSaysItHadNoEffectIsMadeAgainAtOnceWhateverThePolicy() {
    policy(OnUnknownEffect.PARK);
    caller.failure = Optional.of(new EnvironmentException("busy", Duration.ZERO, null));
    Run run = new Run(false);
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.TryAgain.class);
    assertThat(states()).containsExactly("failed 1");
    caller.failure = Optional.empty();
    assertThat(fixture.process(sequenced("A", 1), run)).isInstanceOf(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2).containsOnly(caller.calls.get(0));
    assertThat(fixture.effectOutcomes())
        .containsExactly(EffectOutcome.DID_NOT_HAPPEN, EffectOutcome.HAPPENED);
  }

  @Test
  void callThatFailsInAnyOtherWayIsUnknown() {
    caller.failure = Optional.of(new IllegalStateException("no answer"));
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(UNKNOWN);
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.effectOutcomes()).containsExactly(EffectOutcome.UNKNOWN);
  }

  @Test
  void misroutedMessageIsNotCalledFor() {
    caller.owner = Optional.of("another");
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.MISROUTED));
    assertThat(caller.calls).isEmpty();
    assertThat(states()).isEmpty();
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

  private void policy(OnUnknownEffect policy) {
    fixture.callsOutside(caller, policy);
  }

  /** As SIGKILL would have it: nothing is written once the call was made. */
  private void dieInTheCall() {
    caller.during = Caller::die;
    assertThatThrownBy(() -> fixture.process(sequenced("A", 1))).isInstanceOf(Killed.class);
    caller.during = () -> {};
    fixture.processDies();
  }

  private void claimsEnd() {
    fixture
        .database()
        .jdbi()
        .useHandle(
            handle ->
                handle.execute(
                    "update effect set claimed_until = timestamp '2020-01-01 00:00:00'"));
  }

  private List<String> states() {
    return fixture.query("select state || ' ' || epoch from effect order by event_id");
  }

  private static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  private static final class Caller implements EffectHandler {
    private final List<String> calls = new ArrayList<>();
    private Runnable during = () -> {};
    private Optional<RuntimeException> failure = Optional.empty();
    private Optional<String> owner = Optional.empty();
    private Reconciliation reconciliation = Reconciliation.unknown();
    private Duration longestCall = Duration.ofMinutes(1);
    private String result = "";
    private boolean mayCallAgain;
    private int brokenSettlements;
    private int asked;

    static void die() {
      throw new Killed();
    }

    @Override
    public Optional<String> call(Message message, IdempotencyKey key) {
      calls.add(key.value());
      during.run();
      failure.ifPresent(
          thrown -> {
            throw thrown;
          });
      return Optional.of(result.isEmpty() ? "called " + message.dedupKey().id() : result);
    }

    @Override
    public Reconciliation reconcile(Message message, IdempotencyKey key) {
      asked++;
      return reconciliation;
    }

    @Override
    public Optional<String> settle(Message message, Optional<String> called, Handle handle) {
      if (brokenSettlements > 0) {
        brokenSettlements--;
        throw new IllegalStateException("cannot settle");
      }
      return called.filter(text -> !text.startsWith("(")).map(text -> "settled: " + text);
    }

    @Override
    public Optional<String> messageGroupOf(Message message) {
      return owner;
    }

    @Override
    public Duration longestCall(Message message) {
      return longestCall;
    }

    @Override
    public boolean mayCallAgain(Message message) {
      return mayCallAgain;
    }
  }
}
