package dev.lanekeeper.worker.operate;

import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.unsequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.testing.Messages;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.EnumSet;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** What operators do to groups: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
class GroupOperationsTest {
  private static final Operator OPERATOR = new Operator("ada", "because of a test");

  private final ProcessingFixture fixture;
  private final GroupOperations operations;
  private final GroupReport report;

  GroupOperationsTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    operations = new GroupOperations(fixture.database().jdbi());
    report = new GroupReport(fixture.database().jdbi());
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void pausedGroupHoldsAndResumedGroupDrainsFirst() {
    fixture.process(sequenced("A", 1));
    operations.pause(key("A"), OPERATOR);
    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Held(Why.BEHIND));
    assertThat(explain("A")).contains("ada paused it").contains("because of a test");

    operations.resume(key("A"), OPERATOR);
    // The next one arrives before anybody drained what is held: it does not overtake.
    assertThat(fixture.process(sequenced("A", 3))).isEqualTo(new Outcome.Held(Why.EARLY));
    fixture.drain("A");
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
    assertThat(
            fixture.query("select action || ' ' || author || ' ' || reason from operator_action"))
        .containsExactly("pause ada because of a test", "resume ada because of a test");
  }

  @Test
  void skippedHeadBecomesADeadLetterAndItsSuccessorsDrain() {
    park("A");
    fixture.process(sequenced("A", 2));

    assertThat(operations.skipHead(key("A"), OPERATOR)).contains("dead letter");
    fixture.drain("A");
    assertThat(fixture.effects("A")).containsExactly("2");
    assertThat(fixture.query("select status || ' ' || event_id from held_message"))
        .containsExactly("dead 1");
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Duplicate.class);
  }

  @Test
  void skippedHeadThatIsTheLastEndsItsGroup() {
    fixture.handlerFails();
    fixture.processToTheEnd(last("A", 1));
    operations.skipHead(key("A"), OPERATOR);
    assertThat(state("A")).isEqualTo(GroupState.ENDED);
  }

  @Test
  void skippedGapLetsTheHeldMessagesGoOn() {
    fixture.process(sequenced("A", 3));
    fixture.hoursPass();
    fixture.processing().gaps().parkOverdue();
    assertThat(explain("A")).contains("Sequence 1 did not come");

    assertThat(operations.skipHead(key("A"), OPERATOR)).contains("missing sequences 1 to 2");
    fixture.drain("A");
    assertThat(fixture.effects("A")).containsExactly("3");
    assertThat(state("A")).isEqualTo(GroupState.OPEN);

    // What comes after all is no repeat: it is refused, and kept.
    assertThat(fixture.process(sequenced("A", 2)))
        .isEqualTo(new Outcome.GivenUp(Fate.REJECTED, Why.GAP, false));
    assertThat(fixture.query("select event_id || ' ' || why from held_message"))
        .containsExactly("2 gap");
    assertThat(fixture.process(sequenced("A", 4))).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void skippedMisroutedHeadLeavesTheSequenceToTheMessageThatOwnsIt() {
    fixture.process(sequenced("A", 1));
    fixture.bodiesBelongTo("B");
    RawMessage stray = with(sequenced("B", 2), "sequence", "2");
    RawMessage misrouted = Messages.under("A", stray);
    assertThat(fixture.process(misrouted))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.MISROUTED));
    operations.skipHead(key("A"), OPERATOR);
    assertThat(fixture.process(misrouted)).isInstanceOf(Outcome.Duplicate.class);

    fixture.process(sequenced("B", 1));
    assertThat(fixture.process(stray)).isInstanceOf(Outcome.Applied.class);
    fixture.bodiesBelongTo("A");
    assertThat(fixture.process(sequenced("A", 2))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.effects("A")).containsExactly("1", "2");
    assertThat(fixture.effects("B")).containsExactly("1", "2");
  }

  @Test
  void headOfAConflictIsTheMessageThatContradictsAndNotTheGoodOne() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 3));
    fixture.process(sequenced("A", 3, "{\"other\":true}"));
    assertThat(explain("A")).contains("#3 contradicts").contains("its fingerprint is");

    operations.skipHead(key("A"), OPERATOR);
    assertThat(state("A")).isEqualTo(GroupState.WAITING);
    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Applied(true));
    fixture.drain("A");
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
    assertThat(fixture.query("select why from held_message where status = 'dead'"))
        .containsExactly("conflict");
  }

  @Test
  void redriveThatRacesWithASkipDoesNothing() {
    park("A");
    operations.skipHead(key("A"), OPERATOR);

    assertThat(fixture.redrive("A")).isEmpty();
    assertThat(fixture.effects("A")).isEmpty();
    assertThat(fixture.query("select status from held_message")).containsExactly("dead");
  }

  @Test
  void skippedMessageWithoutSequenceIsNotAppliedByARepeat() {
    fixture.handlerFails();
    fixture.processToTheEnd(unsequenced("A", "x"));
    fixture.handlerSucceeds();
    operations.skipHead(key("A"), OPERATOR);
    assertThat(fixture.process(unsequenced("A", "y"))).isInstanceOf(Outcome.Applied.class);

    assertThat(fixture.process(unsequenced("A", "x"))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.effects("A")).containsExactly("y");
  }

  @Test
  void heldMessageKeepsItsKeys() {
    park("A");
    RawMessage kept = head("A").message().raw();
    assertThat(kept.keys()).isEqualTo("key-A");
    assertThat(kept.tag()).isEqualTo("tag");
    assertThat(kept.properties()).isEqualTo(sequenced("A", 1).properties());
    assertThat(kept.bornAt()).isEqualTo(sequenced("A", 1).bornAt());
  }

  @Test
  void replacedHeadIsAppliedUnderTheSameKeyAndTheOriginalIsKept() {
    fixture.handlerDoes(
        (message, handle) -> {
          if (!new String(message.body(), UTF_8).contains("corrected")) {
            throw new RejectedMessageException("not corrected");
          }
          return Optional.empty();
        });
    fixture.process(sequenced("A", 1));
    assertThat(explain("A")).contains("groups replace-head A");

    operations.replaceHead(key("A"), new Payload("{\"corrected\":true}".getBytes(UTF_8)), OPERATOR);
    assertThat(fixture.redrive("A")).containsExactly(new Outcome.Applied(false));

    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.query("select status || ' ' || why from held_message"))
        .containsExactly("dead replaced");
    // An honest resend of the original is still known.
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Duplicate.class);
  }

  @Test
  void reopenedGroupTakesMessagesAgain() {
    fixture.process(last("A", 1));
    operations.reopen(key("A"), OPERATOR);
    assertThat(fixture.process(sequenced("A", 2))).isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void whatIsNotPossibleIsRefusedAndChangesNothing() {
    fixture.process(sequenced("A", 1));
    assertThatThrownBy(() -> operations.resume(key("A"), OPERATOR))
        .isInstanceOf(NotPossibleException.class)
        .hasMessageContaining("is open, not paused");
    assertThatThrownBy(() -> operations.skipHead(key("A"), OPERATOR))
        .isInstanceOf(NotPossibleException.class)
        .hasMessageContaining("not parked");
    assertThatThrownBy(() -> operations.reopen(key("unknown"), OPERATOR))
        .isInstanceOf(NotPossibleException.class)
        .hasMessageContaining("was never seen");
    assertThat(fixture.query("select action from operator_action")).isEmpty();
  }

  @Test
  void redriveOfOneGroupIsCountedAndRecorded() throws InterruptedException {
    park("A");
    fixture.process(sequenced("A", 2));
    GroupRedrive redrive =
        new GroupRedrive(fixture.database().jdbi(), fixture.processing().redrive(), OPERATOR);

    assertThat(redrive.redrive(key("A"), () -> {}))
        .isEqualTo(new GroupRedrive.Result(2, 0, GroupState.OPEN, Optional.empty()));
    assertThat(fixture.query("select action || ' ' || messages from operator_action"))
        .containsExactly("redrive 2");
    assertThat(
            GroupCounts.read(fixture.database().jdbi(), ProcessingFixture.CONSUMER_GROUP)
                .redriven())
        .isEqualTo(2);
  }

  @Test
  void countsShowWhatDoesNotMove() {
    park("A");
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("B", 2));
    operations.pause(key("C"), OPERATOR);

    GroupCounts counts =
        GroupCounts.read(fixture.database().jdbi(), ProcessingFixture.CONSUMER_GROUP);
    assertThat(counts.groups())
        .containsEntry(GroupState.PARKED, 1L)
        .containsEntry(GroupState.WAITING, 1L)
        .containsEntry(GroupState.PAUSED, 1L);
    assertThat(counts.held()).isEqualTo(3);
    assertThat(report.list(ProcessingFixture.CONSUMER_GROUP, EnumSet.of(GroupState.PARKED)))
        .extracting(group -> group.key().name())
        .containsExactly("A");
  }

  @Test
  void deadLetterIsReplayedOnceAndOnlyWhenItSucceeds() throws Exception {
    park("A");
    operations.skipHead(key("A"), OPERATOR);
    DeadLetters letters = new DeadLetters(fixture.database().jdbi());
    DeadLetters.DeadLetter letter =
        letters.find(ProcessingFixture.CONSUMER_GROUP, "test", "A/1").orElseThrow();
    fixture.handlerFails();
    assertThatThrownBy(
            () -> fixture.processing().replay().apply(letter.key(), letter.row(), handle -> {}))
        .hasMessageContaining("the handler is broken");
    assertThat(letters.list(ProcessingFixture.CONSUMER_GROUP)).hasSize(1);

    fixture.handlerSucceeds();
    assertThat(fixture.processing().replay().apply(letter.key(), letter.row(), handle -> {}))
        .isTrue();
    assertThat(fixture.processing().replay().apply(letter.key(), letter.row(), handle -> {}))
        .isFalse();
    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(letters.list(ProcessingFixture.CONSUMER_GROUP)).isEmpty();
  }

  private void park(String group) {
    fixture.handlerFails();
    fixture.processToTheEnd(sequenced(group, 1));
    fixture.handlerSucceeds();
    assertThat(state(group)).isEqualTo(GroupState.PARKED);
    assertThat(explain(group))
        .contains("failed for /test/" + group + "#1 in all of its 3 attempts");
  }

  private HeldRow head(String group) {
    return fixture
        .database()
        .jdbi()
        .inTransaction(
            handle ->
                new HeldMessages().head(handle, key(group), Why.ATTEMPTS.label()).orElseThrow());
  }

  private GroupState state(String group) {
    return report.show(key(group)).orElseThrow().group().state();
  }

  private String explain(String group) {
    return Explanation.of(report.show(key(group)).orElseThrow());
  }
}
