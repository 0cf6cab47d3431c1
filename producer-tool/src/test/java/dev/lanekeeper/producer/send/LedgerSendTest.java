package dev.lanekeeper.producer.send;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.message.LedgerMessage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.java.exception.InternalErrorException;
import org.apache.rocketmq.client.java.exception.PayloadTooLargeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LedgerSendTest {
  private final ClientException passing = new InternalErrorException(50001, "r", "oops");
  private final ClientException lasting = new PayloadTooLargeException(41301, "r", "big");

  @TempDir private Path folder = Path.of("");
  private Path file = Path.of("");
  private final List<String> tried = new ArrayList<>();
  private int steps;

  @BeforeEach
  void writeLedger() throws IOException {
    file =
        LedgerFiles.write(
            folder,
            "l.csv",
            LedgerFiles.HEADER
                + "create,A,t1,,1,EUR,,,\ncreate,B,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,,\n");
  }

  @Test
  void recordsAreSentInFileOrder() {
    SendResult result = send(List.of());

    assertThat(tried).containsExactly("A 1", "B 1", "A 2");
    assertThat(result.sent()).isEqualTo(3);
    assertThat(result.failure()).isEmpty();
    assertThat(steps).isEqualTo(3);
  }

  @Test
  void failureThatPassesIsTriedAgainWithTheSameIdentity() {
    SendResult result = send(List.of(passing, passing));

    assertThat(tried).containsExactly("A 1", "A 1", "A 1", "B 1", "A 2");
    assertThat(result.sent()).isEqualTo(3);
  }

  @Test
  void sendingStopsAtTheRecordThatIsNotConfirmed() {
    List<ClientException> failures = new ArrayList<>();
    failures.add(null);
    for (int i = 0; i < 5; i++) {
      failures.add(passing);
    }

    SendResult result = send(failures);

    assertThat(tried).containsExactly("A 1", "B 1", "B 1", "B 1", "B 1", "B 1");
    assertThat(result.sent()).isEqualTo(1);
    SendResult.Failure failure = result.failure().orElseThrow();
    assertThat(failure.position()).hasToString(file + ": line 3");
    assertThat(failure.orderId()).isEqualTo("B");
    assertThat(failure.sequence()).isEqualTo(1);
    assertThat(failure.cause()).isSameAs(passing);
  }

  @Test
  void failureThatLastsIsNotTriedAgain() {
    SendResult result = send(List.of(lasting));

    assertThat(tried).containsExactly("A 1");
    assertThat(result.failure().orElseThrow().cause()).isSameAs(lasting);
  }

  /** Sends with a sender whose tries fail as the list says, one after the other. */
  private SendResult send(List<ClientException> failures) {
    MessageSender sender =
        new MessageSender() {
          @Override
          public void send(LedgerMessage message) throws ClientException {
            tried.add(message.messageGroup() + " " + message.sequence());
            ClientException failure =
                tried.size() <= failures.size() ? failures.get(tried.size() - 1) : null;
            if (failure != null) {
              throw failure;
            }
          }

          @Override
          public void close() {}
        };
    return LedgerSend.of(
        LedgerFiles.check(file).files(), SendRetry.withoutDelay(sender), new CountedProgress());
  }

  private final class CountedProgress implements Progress {
    @Override
    public void step() {
      steps++;
    }

    @Override
    public void close() {}
  }
}
