package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.last;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.unsequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Groups that keep their order when a message cannot be applied: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
class ParkingTest {
  private final ProcessingFixture fixture;

  ParkingTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void successorOfAParkedHeadIsHeldAndOtherGroupsGoOn() {
    park("A");

    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Held(Why.BEHIND));
    assertThat(fixture.process(last("A", 3))).isEqualTo(new Outcome.Held(Why.BEHIND));
    assertThat(fixture.process(sequenced("B", 1))).isInstanceOf(Outcome.Applied.class);

    assertThat(fixture.effects("A")).isEmpty();
    assertThat(groupRow("A")).isEqualTo("parked 0 3 attempts");
    assertThat(fixture.groupsToDrain()).isEmpty();
    assertThat(fixture.query("select fate from inbox")).containsExactly("applied");
    assertThat(fixture.query("select why || ' ' || attempts from held_message order by position"))
        .containsExactly("attempts 3", "behind 0", "behind 0");
    assertThat(fixture.changes()).containsExactly("open -> parked: attempts");
  }

  @Test
  void redeliveredHeadIsKnownAndDoesNotRunAgain() {
    park("A");
    int runs = fixture.runs();

    assertThat(fixture.processToTheEnd(again(sequenced("A", 1), 4)))
        .isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.runs()).isEqualTo(runs);
    assertThat(groupRow("A")).isEqualTo("parked 0 1 attempts");
  }

  @Test
  void redriveAppliesHeadAndSuccessorsInOrderAndOpensTheGroup() {
    park("A");
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 3));

    assertThat(redrive("A"))
        .containsExactly(
            new Outcome.Applied(true), new Outcome.Applied(true), new Outcome.Applied(false));

    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
    assertThat(groupRow("A")).isEqualTo("open 3 0 null");
    assertThat(fixture.process(sequenced("A", 4))).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.changes()).containsExactly("open -> parked: attempts", "parked -> open");
  }

  @Test
  void redriveStopsAtTheFirstFailureAndGoesOnLater() {
    park("A");
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 3));
    fixture.handlerDoes(
        (message, handle) -> {
          if (message.dedupKey().id().equals("2")) {
            throw new RejectedMessageException("still wrong");
          }
          return Optional.empty();
        });

    assertThat(redrive("A"))
        .containsExactly(new Outcome.Applied(true), new Outcome.Parked(Fate.HELD, Why.REJECTED));
    assertThat(groupRow("A")).isEqualTo("parked 1 2 rejected");
    assertThat(fixture.process(sequenced("A", 4))).isEqualTo(new Outcome.Held(Why.BEHIND));

    fixture.handlerSucceeds();
    assertThat(redrive("A")).hasSize(3);
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3", "4");
  }

  @Test
  void messageThatArrivesDuringARedriveDoesNotOvertake() {
    park("A");
    fixture.process(sequenced("A", 2));
    assertThat(fixture.processing().redrive().next(ProcessingFixture.key("A"), "test"))
        .isEqualTo(new Outcome.Applied(true));

    assertThat(fixture.process(sequenced("A", 3))).isEqualTo(new Outcome.Held(Why.BEHIND));
    assertThat(redrive("A")).hasSize(2);
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
  }

  @Test
  void redriveThatMeetsAGapLeavesTheGroupWaiting() {
    park("A");
    fixture.process(sequenced("A", 3));

    assertThat(redrive("A")).containsExactly(new Outcome.Applied(true));
    assertThat(groupRow("A")).isEqualTo("waiting 1 1 null");
    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Applied(true));
    assertThat(fixture.drain("A")).hasSize(1);
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
  }

  @Test
  void databaseErrorOfTheHandlerParksToo() {
    fixture.handlerDoes(
        (message, handle) -> {
          handle.execute("select * from no_such_table");
          return Optional.empty();
        });
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(groupRow("A")).isEqualTo("parked 0 1 attempts");
    assertThat(fixture.attempts()).containsExactly(ProcessingFixture.MAX_ATTEMPTS);
    assertThat(fixture.query("select last_error from held_message").get(0).toLowerCase(Locale.ROOT))
        .contains("no_such_table");
  }

  @Test
  void conflictParksTheGroupWithBothPayloads() {
    fixture.process(sequenced("A", 1, "{\"amount\":10.00}"));

    assertThat(fixture.process(sequenced("A", 1, "{\"amount\":10.01}")))
        .isEqualTo(new Outcome.Parked(Fate.CONFLICT, Why.CONFLICT));
    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Held(Why.BEHIND));

    assertThat(groupRow("A")).isEqualTo("parked 1 2 conflict");
    assertThat(bytes("select body from inbox")).isEqualTo("{\"amount\":10.00}");
    assertThat(bytes("select body from held_message where why = 'conflict'"))
        .isEqualTo("{\"amount\":10.01}");
    assertThat(redrive("A")).containsExactly(new Outcome.Parked(Fate.HELD, Why.CONFLICT));
    assertThat(fixture.effects("A")).containsExactly("1");
  }

  @Test
  void conflictWithAHeldMessageIsNoDuplicateEither() {
    fixture.process(sequenced("A", 2, "{\"amount\":1}"));

    assertThat(fixture.process(sequenced("A", 2, "{\"amount\":2}")))
        .isEqualTo(new Outcome.Parked(Fate.CONFLICT, Why.CONFLICT));
    assertThat(groupRow("A")).isEqualTo("parked 0 2 conflict");
  }

  @Test
  void misroutedMessageIsParkedWithoutARun() {
    fixture.bodiesBelongTo("B");

    assertThat(fixture.process(sequenced("A", 1)))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.MISROUTED));
    assertThat(fixture.runs()).isZero();
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("belongs to \"B\"");
  }

  @Test
  void undecodableMessageParksItsGroup() {
    assertThat(fixture.process(with(sequenced("A", 1), "CE_specversion", "")))
        .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.REJECTED));
    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Held(Why.BEHIND));
    assertThat(redrive("A")).containsExactly(new Outcome.Parked(Fate.HELD, Why.REJECTED));
    assertThat(fixture.runs()).isZero();
  }

  @Test
  void lateMessageOfAnEndedGroupIsRefusedAndTheGroupStaysEnded() {
    fixture.process(last("A", 1));

    assertThat(fixture.process(sequenced("A", 2)))
        .isEqualTo(new Outcome.GivenUp(Fate.REJECTED, Why.ENDED, false));
    assertThat(fixture.process(sequenced("A", 1, "{\"other\":1}")))
        .isEqualTo(new Outcome.GivenUp(Fate.CONFLICT, Why.CONFLICT, false));
    assertThat(groupRow("A")).isEqualTo("ended 1 0 null");
  }

  @Test
  void whatIsHeldBehindTheLastBecomesADeadLetter() {
    fixture.process(sequenced("A", 3));
    fixture.process(sequenced("A", 1));
    fixture.process(last("A", 2));

    assertThat(groupRow("A")).isEqualTo("ended 2 0 null");
    assertThat(fixture.query("select status || ' ' || why from held_message"))
        .containsExactly("dead ended");
    assertThat(fixture.effects("A")).containsExactly("1", "2");
  }

  @Test
  void gapThatStaysOpenTooLongParksTheGroup() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 3));
    fixture.processing().gaps().parkOverdue();
    assertThat(groupRow("A")).isEqualTo("waiting 1 1 null");

    fixture.hoursPass();
    fixture.processing().gaps().parkOverdue();
    assertThat(groupRow("A")).isEqualTo("parked 1 1 gap");

    assertThat(fixture.process(sequenced("A", 2))).isEqualTo(new Outcome.Held(Why.BEHIND));
    assertThat(redrive("A")).hasSize(2);
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
  }

  @Test
  void fullGroupLeavesMessagesWithTheBroker() {
    park("A");
    for (int i = 2; i <= ProcessingFixture.MAX_HELD; i++) {
      assertThat(fixture.process(sequenced("A", i))).isEqualTo(new Outcome.Held(Why.BEHIND));
    }
    assertThat(fixture.process(sequenced("A", 99))).isInstanceOf(Outcome.TryAgain.class);
    assertThat(fixture.changes()).contains("full");
    assertThat(fixture.query("select count(*) from held_message"))
        .containsExactly(String.valueOf(ProcessingFixture.MAX_HELD));

    redrive("A");
    assertThat(fixture.process(sequenced("A", ProcessingFixture.MAX_HELD + 1)))
        .isInstanceOf(Outcome.Applied.class);
  }

  @Test
  void messagesWithoutSequenceAreHeldAndRedrivenInTheirArrivalOrder() {
    fixture.handlerFails();
    fixture.processToTheEnd(unsequenced("A", "x"));
    fixture.handlerSucceeds();
    fixture.process(unsequenced("A", "y"));
    fixture.process(unsequenced("A", "a"));

    redrive("A");
    assertThat(fixture.effects("A")).containsExactly("x", "y", "a");
    assertThat(groupRow("A")).isEqualTo("open 0 0 null");
  }

  @Test
  void drainedMessageThatKeepsFailingParksItsGroup() {
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 3));
    fixture.process(sequenced("A", 1));
    int before = fixture.runs();
    fixture.handlerFails();

    assertThat(fixture.drain("A")).containsExactly(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    assertThat(fixture.runs() - before).isEqualTo(ProcessingFixture.MAX_ATTEMPTS);
    assertThat(groupRow("A")).isEqualTo("parked 1 2 attempts");
    assertThat(fixture.attempts()).last().isEqualTo(ProcessingFixture.MAX_ATTEMPTS);
    fixture.handlerSucceeds();
    redrive("A");
    assertThat(fixture.effects("A")).containsExactly("1", "2", "3");
  }

  private void park(String group) {
    fixture.handlerFails();
    assertThat(fixture.processToTheEnd(sequenced(group, 1)))
        .isEqualTo(new Outcome.Parked(Fate.HELD, Why.ATTEMPTS));
    fixture.handlerSucceeds();
  }

  private List<Outcome> redrive(String group) {
    return fixture.redrive(group);
  }

  private String groupRow(String group) {
    return fixture
        .query(
            "select state || ' ' || last_sequence || ' ' || held_count || ' ' ||"
                + " coalesce(reason, 'null') from message_group where name = '"
                + group
                + "'")
        .get(0);
  }

  private String bytes(String sql) {
    return fixture
        .database()
        .jdbi()
        .withHandle(handle -> new String(handle.createQuery(sql).mapTo(byte[].class).one(), UTF_8));
  }
}
