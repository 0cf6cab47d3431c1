package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class FirstSequenceTest {

  @ParameterizedTest
  @EnumSource(Engine.class)
  void groupMayBeginAnywhereWhenItIsToldSo(Engine engine) {
    try (ProcessingFixture fixture =
        new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ANY)) {
      assertThat(fixture.process(sequenced("A", 41))).isInstanceOf(Outcome.Applied.class);
      assertThat(fixture.process(sequenced("A", 43))).isEqualTo(new Outcome.Held(Why.EARLY));
      assertThat(fixture.process(sequenced("A", 42))).isEqualTo(new Outcome.Applied(true));
      assertThat(fixture.processToTheEnd(sequenced("B", 7))).isInstanceOf(Outcome.Applied.class);
      assertThat(fixture.process(sequenced("B", 6))).isInstanceOf(Outcome.Duplicate.class);
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void groupWhoseFirstMessageFailsCanBeRedriven(Engine engine) {
    try (ProcessingFixture fixture =
        new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ANY)) {
      fixture.handlerFails();
      fixture.processToTheEnd(sequenced("A", 5));
      fixture.handlerSucceeds();
      assertThat(fixture.process(sequenced("A", 6))).isEqualTo(new Outcome.Held(Why.BEHIND));
      fixture.redrive("A");
      assertThat(fixture.effects("A")).containsExactly("5", "6");
    }
  }
}
