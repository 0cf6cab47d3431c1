package dev.lanekeeper.worker.receive;

import static dev.lanekeeper.worker.testing.Messages.sequenced;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.program.database.Engine;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.Run;
import dev.lanekeeper.worker.testing.ProcessingFixture;
import org.apache.rocketmq.client.java.message.MessageViewImpl;
import org.junit.jupiter.api.Test;

class ViewsTest {

  @Test
  void bodyThatDoesNotMatchItsChecksumIsRejectedWithItsBytes() {
    RawMessage damaged = Views.raw(view(true));
    assertThat(damaged.body()).isEqualTo("{}".getBytes(UTF_8));
    try (ProcessingFixture fixture =
        new ProcessingFixture(Engine.H2, OnExhausted.PARK, FirstSequence.ONE)) {
      assertThat(fixture.processing().processor().process(damaged, new Run(false)))
          .isEqualTo(new Outcome.Parked(Fate.REJECTED, Why.REJECTED));
      assertThat(fixture.runs()).isZero();
    }
  }

  @Test
  void soundBodyIsNotMarked() {
    assertThat(Views.raw(view(false)).properties()).doesNotContainKey(RawMessage.DAMAGED);
  }

  private static MessageViewImpl view(boolean corrupted) {
    return TestViews.view(sequenced("A", 1), "{}".getBytes(UTF_8), corrupted);
  }
}
