package dev.lanekeeper.worker.operate;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static dev.lanekeeper.worker.testing.ProcessingFixture.key;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;

/** Which groups have been held longest: the same on every database. */
@ParameterizedClass
@EnumSource(Engine.class)
class SlowestHeldTest {
  private final ProcessingFixture fixture;

  SlowestHeldTest(Engine engine) {
    fixture = new ProcessingFixture(engine, OnExhausted.PARK, FirstSequence.ONE);
  }

  @AfterEach
  void close() {
    fixture.close();
  }

  @Test
  void groupHeldLongestComesFirstWithWhatWaitsBehindItsHead() {
    fixture.handlerFails();
    fixture.processToTheEnd(sequenced("parked", 1));
    fixture.process(sequenced("parked", 2));
    fixture.process(sequenced("parked", 3));
    fixture.process(sequenced("waiting", 2));

    List<SlowestHeld> slowest = read(10);
    assertThat(slowest).extracting(SlowestHeld::key).containsExactly(key("parked"), key("waiting"));
    assertThat(slowest)
        .extracting(SlowestHeld::state)
        .containsExactly(GroupState.PARKED, GroupState.WAITING);
    assertThat(slowest).extracting(SlowestHeld::held).containsExactly(3L, 1L);
    assertThat(slowest.get(0).attempts()).isPositive();
    assertThat(slowest.get(0).waited()).isBetween(Duration.ZERO, Duration.ofMinutes(5));
    assertThat(read(1)).hasSize(1);
  }

  private List<SlowestHeld> read(int limit) {
    return SlowestHeld.read(fixture.database().jdbi(), ProcessingFixture.CONSUMER_GROUP, limit);
  }
}
