package dev.lanekeeper.producer.split;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.message.BatchMessage;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.service.Outage;
import dev.lanekeeper.program.StopSignal;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.apache.rocketmq.client.java.exception.InternalErrorException;
import org.apache.rocketmq.client.java.exception.PayloadTooLargeException;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class LedgerSplitTest {
  private static final String CREATE =
      "{\"op\":\"create\",\"order_id\":\"A\",\"txn_id\":\"t1\",\"seq\":1,\"amount\":1,\"currency\":\"EUR\"}";
  private static final String OTHER =
      "{\"op\":\"create\",\"order_id\":\"B\",\"txn_id\":\"t1\",\"seq\":1,\"amount\":2,\"currency\":\"EUR\"}";
  private static final String ADD =
      "{\"op\":\"add\",\"order_id\":\"A\",\"txn_id\":\"t2\",\"seq\":2,\"amount\":\"3.50\",\"currency\":\"EUR\"}";
  private static final String THREE = "[" + CREATE + "," + OTHER + "," + ADD + "]";

  @TempDir private Path folder = Path.of("");
  private final StopSignal stop = new StopSignal();
  private int bodyBytes = MessageLimits.BODY_BYTES;
  private final RecordingSender sender = new RecordingSender();

  @Test
  void operationsAreSentOneAfterTheOtherEachInItsOrdersGroup() throws Exception {
    assertThat(split(json(THREE))).isEqualTo(new SplitOutcome.Confirmed(3, 2));

    assertThat(sender.sent).extracting(LedgerSplitTest::text).containsExactly("A 1", "B 1", "A 2");
    assertThat(files()).isEmpty();
  }

  @Test
  void sameLedgerMessageGivesTheSameMessagesAgain() throws Exception {
    split(json(THREE));
    split(json(THREE));

    assertThat(sender.sent.subList(3, 6))
        .extracting(LedgerMessage::dedupKey)
        .isEqualTo(sender.sent.subList(0, 3).stream().map(LedgerMessage::dedupKey).toList());
    assertThat(sender.sent.get(5).body()).isEqualTo(sender.sent.get(2).body());
  }

  @Test
  void operationIsTheMessageThatReplaySends() throws Exception {
    split(json(THREE));

    Path file = LedgerFiles.write(folder, "l.json", THREE);
    List<LedgerMessage> replayed = LedgerFiles.messages(file);
    assertThat(sender.sent)
        .extracting(LedgerMessage::properties)
        .isEqualTo(replayed.stream().map(LedgerMessage::properties).toList());
  }

  @Test
  void wrongRecordAnywhereMeansThatNothingIsSent() throws Exception {
    String wrong = ADD.replace("\"3.50\"", "\"3,50\"");
    byte[] body = ("[" + CREATE + "," + OTHER + "," + wrong + "]").getBytes(UTF_8);

    SplitOutcome outcome = split(json(new String(body, UTF_8)));

    assertThat(sender.sent).isEmpty();
    assertThat(outcome)
        .isInstanceOfSatisfying(
            SplitOutcome.Refused.class,
            refused -> {
              assertThat(refused.problems())
                  .containsExactly(
                      "ledger message 01AB: line 1 (record 3): amount \"3,50\": decimal comma;"
                          + " write 3.50");
              assertThat(refused.kept()).hasBinaryContent(body);
            });
  }

  @Test
  void recordWithoutASequenceIsRefused() throws Exception {
    assertRefused(json("[" + CREATE.replace("\"seq\":1,", "") + "]"), "seq: missing");
  }

  @Test
  void otherFormatsAreToldByTheContentType() throws Exception {
    assertThat(split(batch("application/x-ndjson", CREATE + "\n" + ADD + "\n")))
        .isEqualTo(new SplitOutcome.Confirmed(2, 1));
    assertThat(
            split(
                batch(
                    "text/csv; charset=utf-8",
                    LedgerFiles.HEADER + "create,C,t1,1,1,EUR,,,\nadd,C,t2,2,1,EUR,,,true\n")))
        .isEqualTo(new SplitOutcome.Confirmed(2, 1));
    assertThat(split(batch("application/cloudevents-batch+json", "[" + cloudEvent() + "]")))
        .isEqualTo(new SplitOutcome.Confirmed(1, 1));
    assertThat(sender.sent)
        .extracting(LedgerSplitTest::text)
        .containsExactly("A 1", "A 2", "C 1", "C 2", "A 1");
  }

  @Test
  void whatCannotBeReadIsRefusedAndKept() throws Exception {
    assertRefused(batch("application/xml", "<a/>"), "content type 'application/xml'");
    assertRefused(json("[" + CREATE), "the JSON has no end");
    assertRefused(json("[]"), "no records");
    assertRefused(
        new LedgerBatch("01AB", "L", Optional.empty(), true, THREE.getBytes(UTF_8)),
        "does not match its checksum");
    assertThat(sender.sent).isEmpty();
  }

  @Test
  void operationThatIsLongerThanTheBrokerTakesMeansThatNothingIsSent() throws Exception {
    bodyBytes = 200;

    assertThat(split(json(THREE))).isInstanceOf(SplitOutcome.Confirmed.class);
    sender.sent.clear();
    String last = ADD.replace("}", ",\"note\":\"" + "n".repeat(200) + "\"}");
    assertRefused(json("[" + CREATE + "," + last + "]"), "this broker takes at most 200");
    assertThat(sender.sent).isEmpty();
  }

  @Test
  void refusalBehindAnOutageKnowsOfWhatWasConfirmedBeforeIt() throws Exception {
    sender.failures.add(null);
    for (int i = 0; i < 5; i++) {
      sender.failures.add(new InternalErrorException(50001, "r", "away"));
    }
    sender.failures.add(new PayloadTooLargeException(41301, "r", "big"));

    assertThat(split(json(THREE)))
        .isInstanceOfSatisfying(
            SplitOutcome.GivenUp.class,
            givenUp -> {
              assertThat(givenUp.result().sent()).isZero();
              assertThat(givenUp.result().hasConfirmed()).isTrue();
            });
  }

  @Test
  void bodyThatIsKeptHasTheMessagesNameAndIsForItsOwnerAlone() throws Exception {
    Path kept = refused(json("[]"));

    assertThat(kept).isEqualTo(folder.resolve("bodies").resolve("ledger-message-01AB.json"));
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(kept)))
        .isEqualTo("rw-------");
    assertThat(refused(json("[]"))).isEqualTo(kept);
    assertThat(files()).containsExactly(kept);
  }

  @Test
  void fileThatHasTheNameOfABodyIsLeftAlone() throws Exception {
    Path bodies = Files.createDirectories(folder.resolve("bodies"));
    Path precious = Files.writeString(folder.resolve("precious"), "precious");
    Path link = Files.createSymbolicLink(bodies.resolve("ledger-message-01AB.json"), precious);
    split(json(THREE));
    assertThat(precious).hasContent("precious");

    Path kept = refused(json("[]"));

    assertThat(kept).isNotEqualTo(link).hasContent("[]");
    assertThat(link).isSymbolicLink();
    assertThat(precious).hasContent("precious");
    Files.delete(link);
    Files.writeString(link, "corrected");
    assertThat(refused(json("[]"))).isNotEqualTo(link).hasContent("[]");
    assertThat(link).hasContent("corrected");
  }

  @Test
  void brokerThatIsAwayIsWaitedForAndNothingConfirmedIsSentAgain() throws Exception {
    InternalErrorException away = new InternalErrorException(50001, "r", "away");
    sender.failures.add(null);
    for (int i = 0; i < 7; i++) {
      sender.failures.add(away);
    }

    assertThat(split(json(THREE))).isEqualTo(new SplitOutcome.Confirmed(3, 2));
    assertThat(sender.sent.stream().map(LedgerSplitTest::text).distinct())
        .containsExactly("A 1", "B 1", "A 2");
    assertThat(sender.sent).extracting(LedgerSplitTest::text).containsOnlyOnce("A 1", "A 2");
  }

  @Test
  void operationThatTheBrokerRefusesEndsIt() throws Exception {
    sender.failures.add(new PayloadTooLargeException(41301, "r", "big"));

    assertThat(split(json(THREE)))
        .isInstanceOfSatisfying(
            SplitOutcome.GivenUp.class,
            givenUp ->
                assertThat(givenUp.result().failure().orElseThrow().orderId()).isEqualTo("A"));
    assertThat(sender.sent).hasSize(1);
  }

  @Test
  void wishedEndComesBetweenTwoOperations() throws Exception {
    sender.afterEach = stop::stop;

    assertThat(split(json(THREE))).isEqualTo(new SplitOutcome.Stopped(1));
    assertThat(sender.sent).hasSize(1);
  }

  @Test
  void wishedEndAlsoEndsTheWaitForABrokerThatIsAway() throws Exception {
    sender.afterEach = stop::stop;
    sender.failures.add(new InternalErrorException(50001, "r", "away"));

    assertThat(split(json(THREE))).isEqualTo(new SplitOutcome.Stopped(0));
  }

  @Test
  void ledgerMessageOfBatchIsSplitIntoWhatItWasMadeOf() throws Exception {
    Path file =
        LedgerFiles.write(
            folder, "l.csv", LedgerFiles.HEADER + "create,A,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,,\n");
    BatchMessage batch = new BatchMessage("Ledger 1", 2, MessageLimits.BODY_BYTES);
    List<LedgerMessage> expected = new ArrayList<>();
    CheckedRecords.forEach(
        LedgerFiles.check(file).files(),
        (position, record, sequence) -> {
          expected.add(RecordMessages.of(record, sequence));
          return batch.add(LedgerRecord.of(record), sequence);
        });
    LedgerMessage message = batch.message(1);

    assertThat(message.messageGroup()).isEqualTo("Ledger 1");
    assertThat(message.key()).isEqualTo("Ledger%201:1");
    split(json(new String(message.body(), UTF_8)));
    assertThat(sender.sent)
        .extracting(LedgerMessage::dedupKey)
        .isEqualTo(expected.stream().map(LedgerMessage::dedupKey).toList());
  }

  private void assertRefused(LedgerBatch batch, String problem) throws Exception {
    assertThat(split(batch))
        .isInstanceOfSatisfying(
            SplitOutcome.Refused.class,
            refused -> {
              assertThat(refused.problems())
                  .first()
                  .asString()
                  .startsWith("ledger message 01AB: ")
                  .contains(problem);
              assertThat(refused.kept()).hasBinaryContent(batch.body());
            });
  }

  private Path refused(LedgerBatch batch) throws Exception {
    return split(batch) instanceof SplitOutcome.Refused refused ? refused.kept() : Path.of("sent");
  }

  private SplitOutcome split(LedgerBatch batch) throws InterruptedException {
    SendPolicy policy = new SendPolicy(1, 0, 5, Duration.ZERO, Duration.ZERO);
    return new LedgerSplit(
            sender,
            policy,
            bodyBytes,
            folder.resolve("bodies"),
            new Outage("sending", stop, System::nanoTime))
        .split(batch);
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve("bodies"))) {
      return files.toList();
    }
  }

  private static LedgerBatch json(String body) {
    return batch("application/json", body);
  }

  private static LedgerBatch batch(String contentType, String body) {
    return new LedgerBatch("01AB", "L", Optional.of(contentType), false, body.getBytes(UTF_8));
  }

  private static String cloudEvent() {
    return "{\"specversion\":\"1.0\",\"id\":\"1\",\"source\":\"/s\",\"type\":\"t\",\"data\":%s}"
        .formatted(CREATE);
  }

  private static String text(LedgerMessage message) {
    return message.messageGroup() + " " + message.sequence();
  }

  /** Confirms at once, or fails as the list says, one after the other. */
  private static final class RecordingSender implements MessageSender {
    private final List<LedgerMessage> sent = new ArrayList<>();
    private final List<@Nullable Exception> failures = new ArrayList<>();
    private Runnable afterEach = () -> {};

    @Override
    public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
      sent.add(message);
      Exception failure = sent.size() <= failures.size() ? failures.get(sent.size() - 1) : null;
      afterEach.run();
      return failure == null
          ? CompletableFuture.completedFuture(new Receipt.Stored("id", 0, sent.size()))
          : CompletableFuture.failedFuture(failure);
    }

    @Override
    public void close() {}
  }
}
