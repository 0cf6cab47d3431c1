package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.operate.DeadLetters;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 6, "Two-phase effects": those of held messages and of dead letters. */
@ParameterizedClass
@EnumSource(Engine.class)
class HeldEffectsTest {
  private static final Operator OPERATOR = new Operator("ada", "because of a test");
  private static final Outcome.Parked UNKNOWN = new Outcome.Parked(Fate.HELD, Why.UNKNOWN_EFFECT);

  private final EffectFixture effects;
  private final ProcessingFixture fixture;
  private final Caller caller;

  HeldEffectsTest(Engine engine) throws SQLException {
    effects = new EffectFixture(engine);
    fixture = effects.processing();
    caller = effects.caller();
  }

  @AfterEach
  void close() throws SQLException {
    effects.close();
  }

  @Test
  void liveClaimOfAHeldMessageIsNoDeathEither() {
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    List<Outcome> meanwhile = new ArrayList<>();
    caller.during =
        () -> {
          caller.during = () -> {};
          effects.usedUp("held_message set attempts = " + ProcessingFixture.MAX_ATTEMPTS);
          meanwhile.add(fixture.processing().drainer().drainNext(key("A"), new Run(true)));
          effects.usedUp("held_message set attempts = 1");
        };
    fixture.processing().drainer().drainNext(key("A"), new Run(true));
    assertThat(meanwhile).hasOnlyElementsOfType(Outcome.TryAgain.class);
    assertThat(caller.calls).hasSize(2);
    assertThat(fixture.query("select reason from message_group where state = 'parked'")).isEmpty();
  }

  @Test
  void parkedBehindItsCallItIsRedrivenWithoutAnother() {
    caller.brokenSettlements = ProcessingFixture.MAX_ATTEMPTS;
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(effects.states()).containsExactly("done 1");
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Applied(false));
    assertThat(caller.calls).hasSize(1);
    assertThat(fixture.query("select result from inbox")).containsExactly("settled: called 1");
  }

  @Test
  void heldMessageThatIsParkedBehindItsCallIsRedrivenWithoutAnother() {
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    caller.brokenSettlements = ProcessingFixture.MAX_ATTEMPTS;
    assertThat(fixture.drain("A")).containsExactly(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(effects.states()).containsExactly("done 1", "done 1");
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Applied(false));
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void drainThatIsHandedBackBehindItsCallKeepsWhatHappened() {
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    caller.brokenSettlements = 1;
    Run run = new Run(true);
    Drainer drainer = fixture.processing().drainer();
    assertThat(drainer.drainNext(key("A"), run)).isInstanceOf(Outcome.TryAgain.class);
    drainer.handBack(key("A"), run);
    fixture.processing().debts().settle();
    assertThat(effects.states()).containsExactly("done 1", "done 1");
    fixture.processDies();
    assertThat(fixture.drain("A")).hasSize(1).hasOnlyElementsOfType(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2);
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
    assertThat(effects.states()).containsExactly("done 1", "done 1");
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
    assertThatThrownBy(() -> fixture.drain("A")).isInstanceOf(Caller.Killed.class);
    fixture.processDies();
    effects.claimsEnd();
    caller.during = () -> {};
    assertThat(fixture.drain("A")).containsExactly(UNKNOWN);
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void redriveMakesTheEffectOnce() {
    caller.failure = Optional.of(new RejectedMessageException("no"));
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.REJECTED));
    assertThat(effects.states()).containsExactly("failed 1");
    caller.failure = Optional.empty();
    caller.brokenSettlements = 1;
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(effects.states()).containsExactly("done 2");
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Applied(false));
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void drainWhoseGroupIsPausedInTheCallKeepsWhatHappened() {
    GroupOperations operations = new GroupOperations(fixture.database().jdbi());
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    caller.during = () -> operations.pause(key("A"), OPERATOR);
    assertThat(fixture.processing().drainer().drainNext(key("A"), new Run(true)))
        .isInstanceOf(Outcome.Nothing.class);
    assertThat(effects.states()).containsExactly("done 1", "done 1");
    caller.during = () -> {};
    fixture.processDies();
    operations.resume(key("A"), OPERATOR);
    assertThat(fixture.drain("A")).hasSize(1).hasOnlyElementsOfType(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(2);
  }

  /** However long the first one's call takes: its start on record may be old by then. */
  @Test
  void secondRedriveLeavesTheCallOfTheFirstAlone() {
    parkWithoutAnEffect();
    List<Outcome> meanwhile = new ArrayList<>();
    Redrive first = fixture.processing().redrive();
    caller.during =
        () -> {
          caller.during = () -> {};
          fixture.processDies();
          meanwhile.addAll(fixture.redrive("A"));
        };
    assertThat(first.next(key("A"), "test")).isEqualTo(new Outcome.Applied(false));
    assertThat(meanwhile).hasSize(1).hasOnlyElementsOfType(Outcome.TryAgain.class);
    assertThat(caller.calls).hasSize(2);
    assertThat(effects.states()).containsExactly("done 2");
  }

  @Test
  void redriveWhoseMessageIsSkippedInTheCallKeepsWhatHappened() {
    parkWithoutAnEffect();
    caller.during =
        () ->
            fixture
                .database()
                .jdbi()
                .useHandle(handle -> handle.execute("update held_message set status = 'dead'"));
    assertThat(fixture.redrive("A")).isEmpty();
    assertThat(effects.states()).containsExactly("done 2");
  }

  @Test
  void deadLetterIsReplayedWithItsEffectOnce() throws Exception {
    HeldRow letter = deadLetter();
    caller.brokenSettlements = 1;
    assertThatThrownBy(() -> replay(letter)).hasMessage("cannot settle");
    assertThat(effects.states()).containsExactly("done 2");
    assertThat(replay(letter)).isTrue();
    assertThat(caller.calls).hasSize(2);
    assertThat(fixture.query("select result from inbox")).containsExactly("settled: called 1");
  }

  @Test
  void deadLetterThatIsGoneAfterItsCallKeepsWhatHappened() throws Exception {
    HeldRow letter = deadLetter();
    caller.during =
        () ->
            fixture
                .database()
                .jdbi()
                .useHandle(handle -> handle.execute("delete from held_message"));
    assertThat(replay(letter)).isFalse();
    assertThat(effects.states()).containsExactly("done 2");
  }

  private boolean replay(HeldRow letter) throws Exception {
    return fixture.processing().replay().apply(key("A"), letter, handle -> {});
  }

  private HeldRow deadLetter() {
    parkWithoutAnEffect();
    new GroupOperations(fixture.database().jdbi()).skipHead(key("A"), OPERATOR);
    return new DeadLetters(fixture.database().jdbi())
        .list(ProcessingFixture.CONSUMER_GROUP)
        .get(0)
        .row();
  }

  private void parkWithoutAnEffect() {
    caller.failure = Optional.of(new RejectedMessageException("no"));
    fixture.processToTheEnd(sequenced("A", 1));
    caller.failure = Optional.empty();
  }
}
