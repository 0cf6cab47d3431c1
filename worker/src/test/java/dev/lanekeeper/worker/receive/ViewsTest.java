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
import java.util.List;
import org.apache.rocketmq.client.java.message.MessageIdCodec;
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
    return new MessageViewImpl(
        MessageIdCodec.getInstance().nextMessageId(),
        "test",
        "{}".getBytes(UTF_8),
        null,
        "A",
        null,
        null,
        null,
        List.of(),
        sequenced("A", 1).properties(),
        "host",
        0,
        1,
        null,
        "handle",
        0,
        corrupted,
        null);
  }
}
