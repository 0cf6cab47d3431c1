package dev.lanekeeper.producer.journal;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.read.InputFormat;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.ReadingRules;
import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.producer.record.NumberFormat;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.send.Outgoing;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
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

  @DisplayName("A run that goes on does not write receipts of the rest alone")
  @Test
  void receiptsOfTheRestAloneAreRefused() throws IOException {
    try (SendJournal journal = open(Optional.empty())) {
      confirm(journal, 0);
      confirm(journal, 1);
    }

    assertReceiptsRefused(0);
    assertThat(receipts).doesNotExist();
    Files.writeString(receipts, "{one}\n{half of the secon");
    assertReceiptsRefused(1);
    try (SendJournal journal = open(Optional.empty())) {
      assertThat(known(journal)).containsExactly(0L, 1L);
    }
  }

  private void assertReceiptsRefused(int before) {
    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            ProgramException.class, failure -> assertThat(failure.exitCode().code()).isEqualTo(64))
        .hasMessageStartingWith("--receipts " + receipts + ": has " + before + " receipts, and 2")
        .hasMessageContaining("or delete the checkpoint to send all of it anew, with receipts");
  }

  private SendJournal open(Optional<Path> receiptsFile) {
    return SendJournal.open(
        Optional.of(checkpoint),
        receiptsFile,
        "e:1",
        "topic",
        files().files(),
        settings(files()),
        System::nanoTime);
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
                    Optional.of(checkpoint),
                    Optional.empty(),
                    "e:1",
                    "other",
                    files().files(),
                    settings(files()),
                    System::nanoTime))
        .isInstanceOfSatisfying(
            ProgramException.class, failure -> assertThat(failure.exitCode().code()).isEqualTo(78))
        .hasMessageContaining("sending began to topic 'topic' at e:1");
  }

  /** With another setting, the same number would be another record. */
  @Test
  void otherSettingThatNumbersRecordsIsRefusedByName() throws IOException {
    try (SendJournal journal = open()) {
      confirm(journal, 0);
    }
    CheckResult check = files();
    assertOther(check, SendSettings.of(check.files(), false, "skip-order"))
        .hasMessageContaining("began with --on-error stop, not with --on-error skip-order; run it");
    assertOther(check, SendSettings.of(check.files(), true, "stop"))
        .hasMessageContaining("began with --whole-orders false, not with --whole-orders true");
    assertOther(ISO_8859_1, Optional.empty(), NumberFormat.DOT)
        .hasMessageContaining("began with --encoding UTF-8, not with --encoding ISO-8859-1");
    assertOther(UTF_8, Optional.empty(), NumberFormat.DOT_GROUPED)
        .hasMessageContaining("began with --number-format dot, not with --number-format dot-gr");
  }

  @Test
  void otherNamesOfFieldsAreRefusedByName() throws IOException {
    ledger = LedgerFiles.write(folder, "o.csv", "g,i,j,n\nA,1,5,1\nA,2,6,2\n");
    CheckResult begun = other("g", "i", Optional.of("n"), "a");
    try (SendJournal journal = open(begun, settings(begun))) {
      journal.add(
          new Outgoing(0, Position.ofLine(ledger, 2), LedgerFiles.messages(anyLedger()).get(0)),
          new Receipt.Stored("m", 1, 1));
    }

    assertOther(other("g", "j", Optional.of("n"), "a"))
        .hasMessageContaining("began with --id-field i, not with --id-field j");
    assertOther(other("i", "j", Optional.empty(), "a"))
        .hasMessageContaining("began with --group-field g, not with --group-field i");
    assertOther(other("g", "i", Optional.empty(), "a"))
        .hasMessageContaining("began with --sequence-field n, not without --sequence-field");
    assertOther(other("g", "i", Optional.of("n"), "b"))
        .hasMessageContaining("began with --type a, not with --type b");
    open(begun, settings(begun)).close();
  }

  /** However the format is told: by the name or by an option. */
  @Test
  void otherFormatIsRefusedAndTheSameOneIsNot() throws IOException {
    try (SendJournal journal = open()) {
      confirm(journal, 0);
    }
    ReadingRules declared = new ReadingRules(UTF_8, Optional.of(InputFormat.CSV), NumberFormat.DOT);
    Path moved = Files.copy(ledger, folder.resolve("moved.txt"));
    CheckResult same = check(moved, declared);
    open(same, settings(same)).close();

    assertOther(UTF_8, Optional.of(InputFormat.JSON), NumberFormat.DOT)
        .hasMessageContaining("began with --input-format csv, not with --input-format json");
  }

  @Test
  void checkpointOfAnOlderVersionIsRefusedWithAMend() throws IOException {
    Files.writeString(checkpoint, "{\"endpoints\":\"e:1\",\"files\":[],\"version\":1}\n");

    assertThatThrownBy(this::open)
        .isInstanceOfSatisfying(
            ProgramException.class, failure -> assertThat(failure.exitCode().code()).isEqualTo(65))
        .hasMessageContaining("a checkpoint of version 1, this program reads version 2")
        .hasMessageContaining("delete the checkpoint to send all of it anew");
    assertThat(checkpoint).exists();
  }

  private AbstractThrowableAssert<?, ?> assertOther(CheckResult check) {
    return assertOther(check, settings(check));
  }

  private AbstractThrowableAssert<?, ?> assertOther(
      Charset encoding, Optional<InputFormat> format, NumberFormat numbers) {
    return assertOther(check(ledger, new ReadingRules(encoding, format, numbers)));
  }

  private AbstractThrowableAssert<?, ?> assertOther(CheckResult check, SendSettings settings) {
    return assertThatThrownBy(() -> open(check, settings))
        .isInstanceOfSatisfying(
            ProgramException.class, failure -> assertThat(failure.exitCode().code()).isEqualTo(78));
  }

  private CheckResult other(String group, String id, Optional<String> sequence, String type) {
    FieldNames names = new FieldNames(group, id, sequence, type);
    return check(
        ledger, new ReadingRules(UTF_8, Optional.empty(), NumberFormat.DOT, Optional.of(names)));
  }

  private Path anyLedger() throws IOException {
    return LedgerFiles.write(folder, "any.csv", LedgerFiles.HEADER + RECORDS);
  }

  @Test
  void somethingElseInItsPlaceIsRefusedAndKept() throws IOException {
    Files.writeString(checkpoint, "mine\n");

    assertThatThrownBy(this::open).hasMessageContaining(": no checkpoint; delete it");
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
    return open(files(), settings(files()));
  }

  private SendJournal open(CheckResult check, SendSettings settings) {
    return SendJournal.open(
        Optional.of(checkpoint),
        Optional.of(receipts),
        "e:1",
        "topic",
        check.files(),
        settings,
        System::nanoTime);
  }

  private static SendSettings settings(CheckResult check) {
    return SendSettings.of(check.files(), false, "stop");
  }

  private static CheckResult check(Path file, ReadingRules rules) {
    return LedgerCheck.of(List.of(new LedgerFile(file, rules)));
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
