package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.operate.GroupOperations;
import dev.lanekeeper.worker.operate.NotPossibleException;
import dev.lanekeeper.worker.operate.Operator;
import dev.lanekeeper.worker.operate.Payload;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.sql.SQLException;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Issue 6: what operators may do to a head with an effect outside the database. */
@ParameterizedClass
@EnumSource(Engine.class)
class OperatorsAndEffectsTest {
  private static final Operator OPERATOR = new Operator("ada", "because of a test");

  private final EffectFixture effects;
  private final ProcessingFixture fixture;
  private final Caller caller;
  private final GroupOperations operations;

  OperatorsAndEffectsTest(Engine engine) throws SQLException {
    effects = new EffectFixture(engine);
    fixture = effects.processing();
    caller = effects.caller();
    operations = new GroupOperations(fixture.database().jdbi());
  }

  @AfterEach
  void close() throws SQLException {
    effects.close();
  }

  @Test
  void headIsNeitherSkippedNorReplacedWhileItsCallRuns() {
    fixture.process(sequenced("A", 2));
    caller.failure = Optional.of(new RejectedMessageException("no"));
    fixture.processToTheEnd(sequenced("A", 1));
    caller.failure = Optional.empty();
    caller.during =
        () -> {
          caller.during = () -> {};
          assertThatThrownBy(() -> operations.skipHead(key("A"), OPERATOR))
              .isInstanceOf(NotPossibleException.class)
              .hasMessageContaining("may be calling; wait for that");
          assertThatThrownBy(this::replaceHead)
              .isInstanceOf(NotPossibleException.class)
              .hasMessageContaining("may be calling; wait for that");
        };
    assertThat(fixture.redrive("A")).hasSize(2).hasOnlyElementsOfType(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(3);
  }

  /** It would be applied without a call of its own. */
  @Test
  void headWhoseEffectHappenedIsNotReplacedButSkipped() {
    caller.brokenSettlements = ProcessingFixture.MAX_ATTEMPTS;
    fixture.processToTheEnd(sequenced("A", 1));
    assertThatThrownBy(this::replaceHead)
        .isInstanceOf(NotPossibleException.class)
        .hasMessageContaining("has happened")
        .hasMessageContaining("groups redrive A");
    assertThat(operations.skipHead(key("A"), OPERATOR)).contains("is a dead letter now");
  }

  /** It would be called for under the key of the original. */
  @Test
  void headWhoseEffectIsUnknownIsReplacedOnceSomebodyKnows() {
    caller.failure = Optional.of(new IllegalStateException("no answer"));
    fixture.processToTheEnd(sequenced("A", 1));
    assertThatThrownBy(this::replaceHead)
        .isInstanceOf(NotPossibleException.class)
        .hasMessageContaining("effects resolve " + caller.calls.get(0));
    fixture
        .database()
        .jdbi()
        .useHandle(handle -> handle.execute("update effect set state = 'failed'"));
    replaceHead();
    caller.failure = Optional.empty();
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Applied(false));
  }

  /** Finding out takes its time: an operator pauses the group meanwhile. */
  @Test
  void messageThatLosesItsTurnWhileItsHandlerIsAskedIsNotCalledForAgain() {
    caller.reconciliation = Reconciliation.didNotHappen();
    fixture.process(sequenced("B", 1));
    effects.dieInTheCall();
    effects.claimsEnd();
    caller.duringReconcile = () -> operations.pause(key("A"), OPERATOR);
    assertThat(fixture.processToTheEnd(sequenced("A", 1))).isEqualTo(new Outcome.Held(Why.BEHIND));
    assertThat(caller.calls).hasSize(2);

    caller.duringReconcile = () -> {};
    operations.resume(key("A"), OPERATOR);
    assertThat(fixture.drain("A")).hasSize(1).hasOnlyElementsOfType(Outcome.Applied.class);
    assertThat(caller.calls).hasSize(3);
  }

  @Test
  void heldMessageThatLosesItsTurnWhileItsHandlerIsAskedIsNotCalledForAgain() {
    caller.reconciliation = Reconciliation.didNotHappen();
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    caller.during = Caller::die;
    assertThatThrownBy(() -> fixture.drain("A")).isInstanceOf(Caller.Killed.class);
    caller.during = () -> {};
    fixture.processDies();
    effects.claimsEnd();
    caller.duringReconcile = () -> operations.pause(key("A"), OPERATOR);
    assertThat(fixture.drain("A")).isEmpty();
    assertThat(caller.calls).hasSize(2);
  }

  @Test
  void leaseThatEndsWhileTheHandlerIsAskedIsTheEndOfIt() {
    caller.reconciliation = Reconciliation.didNotHappen();
    effects.dieInTheCall();
    effects.claimsEnd();
    boolean[] ours = {true};
    caller.duringReconcile = () -> ours[0] = false;
    assertThat(fixture.process(sequenced("A", 1), new Run(false, () -> ours[0])))
        .isInstanceOf(Outcome.Nothing.class);
    assertThat(caller.calls).hasSize(1);
  }

  private void replaceHead() {
    operations.replaceHead(key("A"), new Payload("{}".getBytes(UTF_8)), OPERATOR);
  }
}
