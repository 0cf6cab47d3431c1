package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages of several groups in one transaction (ops/adr/0010). */
@ParameterizedClass
@EnumSource(Engine.class)
class SharedTransactionTest {
  private final ProcessingFixture fixture;

  SharedTransactionTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
    fixture.shares(8);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  @DisplayName("all are applied, in one transaction, and each is told")
  void allAreApplied() {
    assertThat(apply(sequenced("C", 1), sequenced("A", 1), sequenced("B", 1))).isTrue();

    assertThat(fixture.query("select event_id from effect_log")).hasSize(3);
    assertThat(fixture.query("select message_group from inbox where fate = 'applied'"))
        .containsExactlyInAnyOrder("A", "B", "C");
    assertThat(fixture.query("select distinct settled_at from inbox"))
        .as("the time of the transaction")
        .hasSize(1);
    assertThat(fixture.attempts()).containsExactly(1, 1, 1);
    assertThat(fixture.shared()).containsExactly(true);
    assertThat(fixture.process(sequenced("B", 2))).isEqualTo(new Outcome.Applied(false));
  }

  @Test
  @DisplayName("groups are entered in one order, whoever comes first")
  void groupsAreEnteredInOneOrder() {
    apply(sequenced("C", 1), sequenced("A", 1), sequenced("B", 1));
    assertThat(fixture.query("select message_group from effect_log order by number"))
        .containsExactly("A", "B", "C");
  }

  @Test
  @DisplayName("a handler that fails leaves nothing of any of them, and costs no attempt")
  void failureLeavesNothing() {
    fixture.handlerDoes(failing("B"));
    assertThat(apply(sequenced("A", 1), sequenced("B", 1), sequenced("C", 1))).isFalse();

    assertNothingIsLeft();
    assertThat(fixture.failures()).isEmpty();
    assertThat(fixture.process(sequenced("A", 1))).isEqualTo(new Outcome.Applied(false));
    assertThat(fixture.processToTheEnd(sequenced("B", 1))).isInstanceOf(Outcome.Parked.class);
    assertThat(fixture.failures()).hasSize(ProcessingFixture.MAX_ATTEMPTS);
  }

  @Test
  @DisplayName("one that is early, repeated or undecodable leaves nothing of the others")
  void oneThatIsNotInTurnLeavesNothing() {
    assertThat(apply(sequenced("A", 1), sequenced("B", 2))).isFalse();
    assertThat(apply(sequenced("A", 1), with(sequenced("B", 1), "CE_source", ""))).isFalse();
    assertNothingIsLeft();

    fixture.process(sequenced("B", 1));
    assertThat(apply(sequenced("A", 1), sequenced("B", 1))).isFalse();
    assertThat(fixture.effects("A")).isEmpty();
    assertThat(fixture.effects("B")).containsExactly("1");
  }

  @Test
  @DisplayName("after a commit of which nobody knows, each finds itself in the inbox")
  void commitOfWhichNobodyKnows() {
    fixture.handlerDoes(
        (message, handle) -> {
          handle.afterCommit(
              () -> {
                throw new IllegalStateException("the answer is lost");
              });
          return Optional.empty();
        });
    assertThat(apply(sequenced("A", 1), sequenced("B", 1))).isFalse();
    fixture.handlerSucceeds();

    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.process(sequenced("B", 1))).isInstanceOf(Outcome.Duplicate.class);
    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.effects("B")).containsExactly("1");
  }

  private static MessageHandler failing(String group) {
    return (message, handle) -> {
      if (message.messageGroup().equals(group)) {
        throw new IllegalStateException("always");
      }
      return Optional.empty();
    };
  }

  private boolean apply(RawMessage... messages) {
    List<SharedTransaction.Part> parts =
        Arrays.stream(messages)
            .map(message -> new SharedTransaction.Part(message, new Run(false)))
            .toList();
    return fixture.processing().shared().apply(parts);
  }

  private void assertNothingIsLeft() {
    assertThat(fixture.query("select event_id from effect_log")).isEmpty();
    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    assertThat(fixture.query("select name from message_group")).isEmpty();
    assertThat(fixture.query("select event_id from attempt")).isEmpty();
  }
}
