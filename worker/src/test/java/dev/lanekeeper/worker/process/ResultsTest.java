package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.again;
import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What a handler returned is stored, and given back when its message comes again. */
@ParameterizedClass
@EnumSource(Engine.class)
class ResultsTest {
  private final ProcessingFixture fixture;
  private final Answering handler = new Answering();

  ResultsTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.SKIP, FirstSequence.ONE);
    fixture.handlerDoes(handler);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void resultIsGivenBackEachTimeItsMessageComesAgain() {
    handler.answer = Optional.of("yes");
    fixture.process(sequenced("A", 1));
    assertThat(handler.givenBack).isEmpty();

    fixture.process(again(sequenced("A", 1), 2));
    fixture.process(sequenced("A", 1));
    assertThat(handler.givenBack).containsExactly("1: yes", "1: yes");
    assertThat(fixture.runs()).isEqualTo(1);
  }

  @Test
  void nothingIsGivenBackWhereNothingWasReturned() {
    fixture.process(sequenced("A", 1));
    fixture.process(sequenced("A", 1));
    assertThat(handler.givenBack).isEmpty();
  }

  @Test
  void handlerThatFailsWithAResultChangesNothing() {
    handler.answer = Optional.of("yes");
    handler.broken = true;
    fixture.process(sequenced("A", 1));
    assertThat(fixture.process(sequenced("A", 1)))
        .isEqualTo(new Outcome.Duplicate(Optional.of("yes")));
    assertThat(fixture.changes()).containsExactly("not given back: cannot answer");
    assertThat(fixture.failures()).isEmpty();
  }

  @Test
  void longestResultFits() {
    handler.answer = Optional.of("\u00e4".repeat(MessageHandler.MAX_RESULT_LENGTH));
    assertThat(fixture.process(sequenced("A", 1))).isInstanceOf(Outcome.Applied.class);
    fixture.process(sequenced("A", 1));
    assertThat(handler.givenBack).containsExactly("1: " + handler.answer.get());
  }

  @ParameterizedTest
  @ValueSource(strings = {"too long", "with a NUL"})
  void resultThatCannotBeStoredFailsTheAttemptAndSaysWhy(String kind) {
    handler.answer =
        Optional.of(
            kind.equals("too long") ? "x".repeat(MessageHandler.MAX_RESULT_LENGTH + 1) : "a\0b");
    assertThat(fixture.processToTheEnd(sequenced("A", 1)))
        .isEqualTo(new Outcome.GivenUp(Fate.DEAD_LETTERED, Why.ATTEMPTS, false));
    assertThat(fixture.effects("A")).isEmpty();
    assertThat(fixture.query("select last_error from held_message").get(0))
        .contains("the handler's result")
        .containsAnyOf("at most 1000000", "NUL character");
  }

  @Test
  void resultOfAMessageThatWasHeldIsGivenBackToo() {
    handler.answer = Optional.of("late");
    fixture.process(sequenced("A", 2));
    fixture.process(sequenced("A", 1));
    assertThat(fixture.drain("A")).hasSize(1);
    fixture.process(sequenced("A", 2));
    assertThat(handler.givenBack).containsExactly("2: late");
    assertThat(fixture.groupsToDrain()).doesNotContain(key("A"));
  }

  /** Issue 6, "natural idempotence": order and inbox are kept (ops/adr/0007). */
  @Test
  void handlerThatIsIdempotentTakesTheSamePath() {
    handler.idempotent = true;
    handler.answer = Optional.of("yes");
    fixture.process(sequenced("A", 2));
    assertThat(fixture.runs()).isZero();
    fixture.process(sequenced("A", 1));
    fixture.drain("A");
    assertThat(fixture.effects("A")).containsExactly("1", "2");

    fixture.process(again(sequenced("A", 1), 2));
    assertThat(fixture.runs()).isEqualTo(2);
    assertThat(handler.givenBack).containsExactly("1: yes");
    assertThat(fixture.query("select event_id from inbox order by event_id"))
        .containsExactly("1", "2");
  }

  private static final class Answering implements MessageHandler {
    private final List<String> givenBack = new ArrayList<>();
    private Optional<String> answer = Optional.empty();
    private boolean broken;
    private boolean idempotent;

    @Override
    public boolean isIdempotent() {
      return idempotent;
    }

    @Override
    public Optional<String> handle(Message message, Handle handle) {
      return answer;
    }

    @Override
    public void repeated(Message message, String result) {
      if (broken) {
        throw new IllegalStateException("cannot answer");
      }
      givenBack.add(message.dedupKey().id() + ": " + result);
    }
  }
}
