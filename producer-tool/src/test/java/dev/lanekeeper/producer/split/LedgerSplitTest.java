package dev.lanekeeper.producer.split;

import static dev.lanekeeper.producer.split.SplitFixture.ADD;
import static dev.lanekeeper.producer.split.SplitFixture.CREATE;
import static dev.lanekeeper.producer.split.SplitFixture.THREE;
import static dev.lanekeeper.producer.split.SplitFixture.batch;
import static dev.lanekeeper.producer.split.SplitFixture.cloudEvent;
import static dev.lanekeeper.producer.split.SplitFixture.json;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.message.BatchMessage;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.record.LedgerRecord;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.apache.rocketmq.client.java.exception.InternalErrorException;
import org.apache.rocketmq.client.java.exception.PayloadTooLargeException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What a ledger message is split into, and how that goes on while the broker is away. */
@Timeout(60)
class LedgerSplitTest {
  @TempDir private Path folder = Path.of("");
  private SplitFixture fixture = new SplitFixture(folder);
  private RecordingSender sender = fixture.sender();

  @BeforeEach
  void begin() {
    fixture = new SplitFixture(folder);
    sender = fixture.sender();
  }

  @Test
  void operationsAreSentOneAfterTheOtherEachInItsOrdersGroup() throws Exception {
    assertThat(fixture.split(json(THREE))).isEqualTo(new SplitOutcome.Confirmed(3, 2));

    assertThat(sender.sent()).extracting(SplitFixture::text).containsExactly("A 1", "B 1", "A 2");
    assertThat(fixture.files()).isEmpty();
  }

  @Test
  void sameLedgerMessageGivesTheSameMessagesAgain() throws Exception {
    fixture.split(json(THREE));
    fixture.split(json(THREE));

    assertThat(sender.sent().subList(3, 6))
        .extracting(LedgerMessage::dedupKey)
        .isEqualTo(sender.sent().subList(0, 3).stream().map(LedgerMessage::dedupKey).toList());
    assertThat(sender.sent().get(5).body()).isEqualTo(sender.sent().get(2).body());
  }

  @Test
  void operationIsTheMessageThatReplaySends() throws Exception {
    fixture.split(json(THREE));

    Path file = LedgerFiles.write(folder, "l.json", THREE);
    List<LedgerMessage> replayed = LedgerFiles.messages(file);
    assertThat(sender.sent())
        .extracting(LedgerMessage::properties)
        .isEqualTo(replayed.stream().map(LedgerMessage::properties).toList());
  }

  @Test
  void otherFormatsAreToldByTheContentType() throws Exception {
    assertThat(fixture.split(batch("application/x-ndjson", CREATE + "\n" + ADD + "\n")))
        .isEqualTo(new SplitOutcome.Confirmed(2, 1));
    assertThat(
            fixture.split(
                batch(
                    "text/csv; charset=utf-8",
                    LedgerFiles.HEADER + "create,C,t1,1,1,EUR,,,\nadd,C,t2,2,1,EUR,,,true\n")))
        .isEqualTo(new SplitOutcome.Confirmed(2, 1));
    assertThat(fixture.split(batch("application/cloudevents-batch+json", "[" + cloudEvent() + "]")))
        .isEqualTo(new SplitOutcome.Confirmed(1, 1));
    assertThat(sender.sent())
        .extracting(SplitFixture::text)
        .containsExactly("A 1", "A 2", "C 1", "C 2", "A 1");
  }

  @Test
  void refusalBehindAnOutageKnowsOfWhatWasConfirmedBeforeIt() throws Exception {
    sender.answers(null);
    for (int i = 0; i < 5; i++) {
      sender.answers(new InternalErrorException(50001, "r", "away"));
    }
    sender.answers(new PayloadTooLargeException(41301, "r", "big"));

    assertThat(fixture.split(json(THREE)))
        .isInstanceOfSatisfying(
            SplitOutcome.GivenUp.class,
            givenUp -> {
              assertThat(givenUp.result().sent()).isZero();
              assertThat(givenUp.result().hasConfirmed()).isTrue();
            });
  }

  @Test
  void brokerThatIsAwayIsWaitedForAndNothingConfirmedIsSentAgain() throws Exception {
    InternalErrorException away = new InternalErrorException(50001, "r", "away");
    sender.answers(null);
    for (int i = 0; i < 7; i++) {
      sender.answers(away);
    }

    assertThat(fixture.split(json(THREE))).isEqualTo(new SplitOutcome.Confirmed(3, 2));
    assertThat(sender.sent().stream().map(SplitFixture::text).distinct())
        .containsExactly("A 1", "B 1", "A 2");
    assertThat(sender.sent()).extracting(SplitFixture::text).containsOnlyOnce("A 1", "A 2");
  }

  @Test
  void operationThatTheBrokerRefusesEndsIt() throws Exception {
    sender.answers(new PayloadTooLargeException(41301, "r", "big"));

    assertThat(fixture.split(json(THREE)))
        .isInstanceOfSatisfying(
            SplitOutcome.GivenUp.class,
            givenUp ->
                assertThat(givenUp.result().failure().orElseThrow().orderId()).isEqualTo("A"));
    assertThat(sender.sent()).hasSize(1);
  }

  @Test
  void wishedEndComesBetweenTwoOperations() throws Exception {
    sender.afterEach(fixture.stop()::stop);

    assertThat(fixture.split(json(THREE))).isEqualTo(new SplitOutcome.Stopped(1));
    assertThat(sender.sent()).hasSize(1);
  }

  @Test
  void wishedEndAlsoEndsTheWaitForABrokerThatIsAway() throws Exception {
    sender.afterEach(fixture.stop()::stop);
    sender.answers(new InternalErrorException(50001, "r", "away"));

    assertThat(fixture.split(json(THREE))).isEqualTo(new SplitOutcome.Stopped(0));
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
    fixture.split(json(new String(message.body(), UTF_8)));
    assertThat(sender.sent())
        .extracting(LedgerMessage::dedupKey)
        .isEqualTo(expected.stream().map(LedgerMessage::dedupKey).toList());
  }
}
