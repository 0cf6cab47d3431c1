package dev.lanekeeper.producer.send;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BatchSendTest {
  private static final String THREE =
      "create,A,t1,,1,EUR,,,\ncreate,B,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,,\n";

  @TempDir private Path folder = Path.of("");
  private final List<LedgerMessage> sent = new ArrayList<>();

  @Test
  void ledgerMessagesAreAsLongAsTheBrokerTakesThem() throws Exception {
    CheckResult check = check(THREE);
    int longest = check.largestBody().orElseThrow().bytes();

    assertThat(send(check, longest + 2).sent()).isEqualTo(3);
    assertThat(sent).allSatisfy(one -> assertThat(one.body().length).isBetween(1, longest + 2));
    sent.clear();
    assertThat(send(check, 2 * longest + 3).sent()).isEqualTo(2);
    assertThat(sent).allSatisfy(one -> assertThat(one.body().length).isBetween(1, 2 * longest + 3));
  }

  @Test
  void recordThatFitsIntoNoLedgerMessageMeansThatNothingIsSent() throws Exception {
    CheckResult check = check(THREE + "add,A,t3,,1,EUR,,%s,\n".formatted("n".repeat(500)));

    assertThatThrownBy(() -> send(check, 400))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("so nothing is sent");
    assertThat(sent).isEmpty();
  }

  private CheckResult check(String rows) throws IOException {
    return LedgerFiles.check(LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + rows));
  }

  private SendResult send(CheckResult check, int bodyBytes) {
    return BatchSend.of(check, new Recording(), "L", 500, bodyBytes);
  }

  /** Confirms at once. */
  private final class Recording implements MessageSender {
    @Override
    public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
      sent.add(message);
      return CompletableFuture.completedFuture(new Receipt.Stored("id", 0, sent.size()));
    }

    @Override
    public void close() {}
  }
}
