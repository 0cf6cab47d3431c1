package dev.lanekeeper.worker.process;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Messages that were in work when a process died, of which one may have killed it. */
@ParameterizedClass
@EnumSource(Engine.class)
class SuspectsTest {
  private final ProcessingFixture fixture;

  SuspectsTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void suspectsRunOneAfterTheOther() {
    List<Outcome> besideA = new ArrayList<>();
    startedBySomebodyWhoDied("A", "B");
    Run runOfB = new Run(true);
    fixture.handlerDoes(
        (message, handle) -> {
          if (message.messageGroup().equals("A")) {
            besideA.add(fixture.process(sequenced("B", 1), runOfB));
            besideA.add(fixture.process(sequenced("C", 1), new Run(true)));
          }
          return Optional.empty();
        });

    assertThat(fixture.process(sequenced("A", 1), new Run(true)))
        .isInstanceOf(Outcome.Applied.class);
    assertThat(besideA.get(0)).isInstanceOf(Outcome.TryAgain.class);
    assertThat(besideA.get(1)).isInstanceOf(Outcome.Applied.class);
    assertThat(fixture.effects("B")).isEmpty();
    assertThat(fixture.process(sequenced("B", 1), runOfB)).isInstanceOf(Outcome.Applied.class);

    assertThat(fixture.query("select message_group || attempts from inbox order by message_group"))
        .containsExactly("A2", "B2", "C1");
    assertThat(fixture.failures()).isEmpty();
  }

  @Test
  void suspectThatFailsLetsTheNextOneIn() {
    startedBySomebodyWhoDied("A", "B");
    fixture.handlerFails();
    assertThat(fixture.process(sequenced("A", 1), new Run(true)))
        .isInstanceOf(Outcome.TryAgain.class);
    fixture.handlerSucceeds();
    assertThat(fixture.process(sequenced("B", 1), new Run(true)))
        .isInstanceOf(Outcome.Applied.class);
  }

  private void startedBySomebodyWhoDied(String... groups) {
    for (String group : groups) {
      fixture.handlerDoes(
          (message, handle) -> {
            throw new Death();
          });
      assertThatThrownBy(() -> fixture.process(sequenced(group, 1), new Run(true)))
          .isInstanceOf(Death.class);
    }
    fixture.processDies();
    fixture.handlerSucceeds();
  }

  /** Stands for the end of the process: nobody handles it. */
  private static final class Death extends Error {
    private static final long serialVersionUID = 1L;
  }
}
