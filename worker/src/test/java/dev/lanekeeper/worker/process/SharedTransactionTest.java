package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.Messages.with;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.IdempotencyKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
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

  @Test
  @DisplayName("an error of a handler that is asked for its effects is its own, and ends no worker")
  void errorOfAHandlerThatIsAsked() {
    fixture.callsOutside(
        new EffectHandler() {
          @Override
          public boolean hasEffect(Message message) {
            if (message.messageGroup().equals("B")) {
              throw new NoClassDefFoundError("what the plugin forgot");
            }
            return false;
          }

          @Override
          public Optional<String> call(Message message, IdempotencyKey key) {
            throw new AssertionError("nobody has an effect");
          }

          @Override
          public Optional<String> handle(Message message, Handle handle) {
            return Optional.empty();
          }
        },
        OnUnknownEffect.AUTO);
    assertThat(apply(sequenced("A", 1), sequenced("B", 1))).isFalse();

    assertNothingIsLeft();
    assertThat(fixture.process(sequenced("A", 1))).isEqualTo(new Outcome.Applied(false));
    assertThat(fixture.processToTheEnd(sequenced("B", 1))).isInstanceOf(Outcome.Parked.class);
  }

  @Test
  @DisplayName("a handler that ends the transaction takes nothing away from the others")
  void handlerThatEndsTheTransaction() {
    fixture.handlerDoes(
        (message, handle) -> {
          if (message.messageGroup().equals("B")) {
            handle.rollback();
          }
          return Optional.empty();
        });
    assertThat(apply(sequenced("A", 1), sequenced("B", 1), sequenced("C", 1))).isFalse();

    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    assertThat(fixture.process(sequenced("A", 1))).isEqualTo(new Outcome.Applied(false));
    assertThat(fixture.process(sequenced("C", 1))).isEqualTo(new Outcome.Applied(false));
    assertThat(fixture.effects("A")).containsExactly("1");
    assertThat(fixture.effects("C")).containsExactly("1");
  }

  @Test
  @DisplayName("only who is at fault goes alone, and no handler runs when one is not in turn")
  void onlyWhoIsAtFaultGoesAlone() {
    List<SharedTransaction.Part> parts =
        parts(sequenced("A", 1), sequenced("B", 2), sequenced("C", 1));
    assertThat(fixture.processing().shared().apply(parts)).isFalse();

    assertThat(parts.stream().map(part -> part.run().mayShare()))
        .containsExactly(true, false, true);
    assertThat(fixture.runs()).isZero();

    fixture.handlerDoes(failing("C"));
    assertThat(fixture.processing().shared().apply(List.of(parts.get(0), parts.get(2)))).isFalse();
    assertThat(parts.stream().map(part -> part.run().mayShare()))
        .containsExactly(true, false, false);
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
    return fixture.processing().shared().apply(parts(messages));
  }

  private static List<SharedTransaction.Part> parts(RawMessage... messages) {
    return Arrays.stream(messages)
        .map(message -> new SharedTransaction.Part(message, new Run(false)))
        .toList();
  }

  private void assertNothingIsLeft() {
    assertThat(fixture.query("select event_id from effect_log")).isEmpty();
    assertThat(fixture.query("select event_id from inbox")).isEmpty();
    assertThat(fixture.query("select name from message_group")).isEmpty();
    assertThat(fixture.query("select event_id from attempt")).isEmpty();
  }
}
