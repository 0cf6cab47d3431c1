package dev.lanekeeper.producer.journal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.send.Outgoing;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SendJournalTest {
  private static final String RECORDS =
      "create,A,t1,,1,EUR,,,\ncreate,B,t1,,1,EUR,,,\nadd,A,t2,,1,EUR,,,\nadd,A,t3,,1,EUR,,,\n";

  @TempDir private Path folder = Path.of("");
  private Path ledger = Path.of("");
  private Path checkpoint = Path.of("");
  private Path receipts = Path.of("");

  @BeforeEach
  void writeLedger() throws IOException {
    ledger = LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + RECORDS);
    checkpoint = folder.resolve("l.checkpoint");
    receipts = folder.resolve("receipts.jsonl");
  }

  @Test
  void nextRunKnowsWhatWasConfirmedInWhateverOrder() {
    try (SendJournal journal = open()) {
      confirm(journal, 0);
      confirm(journal, 3);
    }

    try (SendJournal journal = open()) {
      assertThat(known(journal)).containsExactly(0L, 3L);
      confirm(journal, 1);
    }
    try (SendJournal journal = open()) {
      assertThat(known(journal)).containsExactly(0L, 1L, 3L);
    }
  }

  @Test
  void processThatWasKilledLeavesAllItWroteAndAtMostHalfALine() throws IOException {
    SendJournal killed = open(); // Never closed nor synced.
    confirm(killed, 0);
    confirm(killed, 1);
    Files.writeString(checkpoint, "{\"from\":2,\"to\":2", StandardOpenOption.APPEND);
    Files.writeString(receipts, "{\"fingerpri", StandardOpenOption.APPEND);

    try (SendJournal journal = open()) {
      assertThat(known(journal)).containsExactly(0L, 1L);
      confirm(journal, 2);
    }

    assertThat(Files.readAllLines(receipts))
        .extracting(line -> Receipt.read(line.getBytes(UTF_8)))
        .extracting(receipt -> receipt.messageGroup() + " " + receipt.sequence())
        .containsExactly("A 1", "B 1", "A 2");
  }

  @Test
  void receiptSaysWhoTheMessageIsWhatItHoldsAndWhereItIs() throws IOException {
    try (SendJournal journal = open()) {
      confirm(journal, 2);
    }

    assertThat(Files.readString(receipts))
        .matches(
            "\\{\"fingerprint\":\"[0-9a-f]{64}\",\"group\":\"A\",\"id\":\"2\",\"message_id\":\"m2\","
                + "\"offset\":102,\"queue\":7,\"sequence\":2,\"source\":\"/ledger/orders/A\"}\n");
  }

  @Test
  void changedLedgerIsRefused() throws IOException {
    try (SendJournal journal = open()) {
      confirm(journal, 0);
    }
    Files.writeString(ledger, LedgerFiles.HEADER + RECORDS.replace("t3", "t4"));

    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            ProgramException.class, failure -> assertThat(failure.exitCode().code()).isEqualTo(65))
        .hasMessageContaining("l.csv has changed since")
        .hasMessageContaining("put back what was there, or delete the checkpoint");
  }

  @Test
  void otherTopicIsRefused() {
    try (SendJournal journal = open()) {
      confirm(journal, 0);
    }

    assertThatThrownBy(
            () ->
                SendJournal.open(
                    Optional.of(checkpoint), Optional.empty(), "e:1", "other", files().files()))
        .isInstanceOfSatisfying(
            ProgramException.class, failure -> assertThat(failure.exitCode().code()).isEqualTo(78))
        .hasMessageContaining("sending began to topic 'topic' at e:1");
  }

  @Test
  void somethingElseInItsPlaceIsRefusedAndKept() throws IOException {
    Files.writeString(checkpoint, "mine\n");

    assertThatThrownBy(this::open).hasMessageContaining("no checkpoint of this version");
    assertThat(Files.readString(checkpoint)).isEqualTo("mine\n");
  }

  @Test
  void checkpointGoesOnceAllIsConfirmedOrWhenNothingIs() {
    try (SendJournal journal = open()) {
      confirm(journal, 0);
      journal.complete();
    }
    assertThat(checkpoint).doesNotExist();

    open().close();
    assertThat(checkpoint).doesNotExist();
  }

  private SendJournal open() {
    return SendJournal.open(
        Optional.of(checkpoint), Optional.of(receipts), "e:1", "topic", files().files());
  }

  private CheckResult files() {
    return LedgerFiles.check(ledger);
  }

  private static List<Long> known(SendJournal journal) {
    return LongStream.range(0, 4).filter(journal::contains).boxed().toList();
  }

  private void confirm(SendJournal journal, int number) {
    LedgerMessage message = LedgerFiles.messages(ledger).get(number);
    journal.add(
        new Outgoing(number, Position.ofLine(ledger, number + 2), message),
        new Receipt.Stored("m" + number, 7, 100 + number));
  }
}
