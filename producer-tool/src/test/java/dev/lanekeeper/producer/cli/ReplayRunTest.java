package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.journal.SendJournal;
import dev.lanekeeper.producer.journal.SendSettings;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.Progress;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.output.OutputFormat;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** However a replay ends, it says how far it came. */
@Timeout(60)
class ReplayRunTest {
  @TempDir private Path folder = Path.of("");
  private Path ledger = Path.of("");
  private Path checkpoint = Path.of("");
  private StopSignal stop = new StopSignal();

  @BeforeEach
  void writeLedger() throws IOException {
    ledger = LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + records());
    checkpoint = folder.resolve("l.checkpoint");
  }

  private static String records() {
    StringBuilder records = new StringBuilder();
    for (int i = 1; i <= 9; i++) {
      records.append("add,A,t%d,,1,EUR,,,\n".formatted(i));
    }
    return records.toString();
  }

  @Test
  void signalEndsItBehindWhatIsUnderWayWithASummary() {
    End end = run(Optional.empty(), 4, stop::stop);

    assertThat(end.code()).isEqualTo(75);
    assertThat(end.error()).startsWith("ended by a signal after 4 records that were confirmed");
    assertThat(end.summary())
        .contains("\"complete\":false", "\"sent\":4", "\"not_sent\":5")
        .contains("{\"order_id\":\"A\",\"last_confirmed_seq\":4,\"unconfirmed\":5}");
    assertThat(checkpoint).exists();

    End next = goOn();
    assertThat(next.code()).isZero();
    assertThat(next.summary()).contains("\"sent\":5,\"sent_before\":4");
    assertThat(checkpoint).doesNotExist();
  }

  /** The same once more, in a process that nobody has stopped. */
  private End goOn() {
    stop = new StopSignal();
    return run(Optional.empty(), 0, () -> {});
  }

  @Test
  void signalBehindTheLastRecordChangesNothing() {
    assertThat(run(Optional.empty(), 9, stop::stop).code()).isZero();
  }

  /** Linux has a file that is always full. */
  @Test
  void fullDiskEndsItWithASummary() {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.exists(full));

    End end = run(Optional.of(full), 0, () -> {});

    assertThat(end.code()).isEqualTo(75);
    assertThat(end.error())
        .startsWith("stopped after 1 records that were confirmed: /dev/full: cannot be written");
    assertThat(end.summary()).contains("\"complete\":false", "\"sent\":1", "\"not_sent\":8");
  }

  @Test
  void fileThatIsFoundChangedEndsItWithASummary() {
    End end = run(Optional.empty(), 0, () -> {}, this::grow);

    assertThat(end.code()).isEqualTo(75);
    assertThat(end.error()).contains("l.csv: changed after it was checked");
    assertThat(end.summary()).contains("\"complete\":false", "\"sent\":0", "\"not_sent\":9");
    assertThat(checkpoint).doesNotExist();
  }

  /** The record behind those that were checked is a right one, and is not sent all the same. */
  @Test
  void fileThatGrowsWhileItIsSentEndsItBehindWhatWasChecked() throws IOException {
    long length = Files.size(ledger);

    End end = run(Optional.empty(), 1, this::grow);

    assertThat(end.code()).isEqualTo(75);
    assertThat(end.error())
        .startsWith("stopped after 9 records that were confirmed: ")
        .contains("l.csv: changed after it was checked; run the command again when it is complete");
    assertThat(end.summary())
        .contains("\"complete\":false", "\"records\":9", "\"sent\":9", "\"not_sent\":0");
    assertThat(checkpoint).exists();

    assertThatThrownBy(() -> goOn()).hasMessageContaining("has changed since");
    assertThat(checkpoint).exists();
    try (FileChannel file = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
      file.truncate(length);
    }
    assertThat(goOn().summary()).contains("\"complete\":true", "\"sent_before\":9");
  }

  @DisplayName("Orders that are left out are named, and what was sent in spite of them is a part")
  @Test
  void ordersThatAreLeftOutAreNamed() throws IOException {
    ledger =
        LedgerFiles.write(
            folder,
            "s.csv",
            LedgerFiles.HEADER
                + "add,A,t1,1,1,EUR,,,\nadd,A,t2,2,oops,EUR,,,\nadd,A,t3,3,1,EUR,,,\n"
                + "add,B,t1,1,1,EUR,,,\nadd,C,t1,1,,EUR,,,\n");

    End end = run(rest(), Optional.empty(), 0, () -> {}, () -> {});

    assertThat(end.code()).isEqualTo(75);
    assertThat(end.error()).startsWith("3 of 5 records are left out, of 2 orders; correct");
    assertThat(end.summary())
        .contains("\"complete\":false,\"outcome\":\"partly_sent\",\"records\":5,\"orders\":3")
        .contains("\"sent\":2", "\"not_sent\":0,\"left_out\":3")
        .contains(
            "[{\"order_id\":\"A\",\"last_confirmed_seq\":1,\"unconfirmed\":2,\"left_out_from_seq\":2},"
                + "{\"order_id\":\"C\",\"last_confirmed_seq\":null,\"unconfirmed\":1,"
                + "\"left_out_from_seq\":1}]");
    assertThat(checkpoint).doesNotExist();
  }

  @DisplayName("Where every order is left out nothing is sent, and that is bad input")
  @Test
  void nothingThatIsLeftIsBadInput() throws IOException {
    ledger = LedgerFiles.write(folder, "s.csv", LedgerFiles.HEADER + "add,A,t1,1,,EUR,,,\n");

    End end = run(rest(), Optional.empty(), 0, () -> {}, () -> {});

    assertThat(end.code()).isEqualTo(65);
    assertThat(end.summary()).contains("\"complete\":false", "\"sent\":0", "\"left_out\":1");
  }

  private CheckResult rest() {
    CheckResult check = LedgerFiles.check(ledger);
    return check.without(check.leftOut().orElseThrow());
  }

  @Test
  void nextFileIsNotSentBehindOneThatHasGrown() throws IOException {
    Path next = LedgerFiles.write(folder, "m.csv", LedgerFiles.HEADER + "add,B,t,,1,EUR,,,\n");

    End end = run(LedgerFiles.check(ledger, next), Optional.empty(), 9, this::grow, () -> {});

    assertThat(end.summary())
        .contains("\"sent\":9", "\"not_sent\":1")
        .contains("{\"order_id\":\"B\",\"last_confirmed_seq\":null,\"unconfirmed\":1}");
  }

  /** Same length, same time: only what stands there tells. */
  @Test
  void nothingIsSentThatWasWrittenOverWhileTheFileIsSent() throws IOException {
    String record = "add,A,t1,,1,EUR,,padding to have some blocks,\n";
    ledger = LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + record.repeat(10_000));
    FileTime modified = Files.getLastModifiedTime(ledger);

    End end =
        run(
            Optional.empty(),
            1,
            () -> overwriteTheEnd("add,A,t1,,9,EUR,,padding to have some blocks,\n", modified));

    assertThat(end.code()).isEqualTo(75);
    assertThat(end.error()).contains("l.csv: changed after it was checked");
    assertThat(end.summary()).contains("\"complete\":false").doesNotContain("\"sent\":10000");
    assertThat(checkpoint).exists();
  }

  private void overwriteTheEnd(String with, FileTime modified) {
    try (FileChannel file = FileChannel.open(ledger, StandardOpenOption.WRITE)) {
      ByteBuffer bytes = ByteBuffer.wrap(with.getBytes(StandardCharsets.UTF_8));
      file.write(bytes, file.size() - bytes.remaining());
      Files.setLastModifiedTime(ledger, modified);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private void grow() {
    try {
      Files.writeString(ledger, "add,A,t10,,1,EUR,,,\n", StandardOpenOption.APPEND);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private End run(Optional<Path> receipts, int after, Runnable then) {
    return run(receipts, after, then, () -> {});
  }

  private End run(Optional<Path> receipts, int after, Runnable then, Runnable behindCheck) {
    return run(LedgerFiles.check(ledger), receipts, after, then, behindCheck);
  }

  private End run(
      CheckResult check, Optional<Path> receipts, int after, Runnable then, Runnable behindCheck) {
    SendSettings settings = SendSettings.of(check.files(), false, "stop");
    SendJournal journal =
        SendJournal.open(
            Optional.of(checkpoint),
            receipts,
            "e:1",
            "topic",
            check.files(),
            settings,
            System::nanoTime);
    behindCheck.run();
    ReplayRun run = new ReplayRun(check, SendPolicy.of(1), journal, stop, System::nanoTime);
    ReplaySummary summary = run.send(new Sender(after, then), Progress.NONE);
    StringWriter out = new StringWriter();
    summary.print(new PrintWriter(out, true), OutputFormat.JSON);
    Optional<ProgramException> problem =
        run.problem(summary, ClientStart.ofProducer(new BrokerOptions(), "topic"));
    if (receipts.isEmpty()) { // A disk that is full cannot be closed in order.
      journal.close();
    }
    return new End(
        problem.map(failure -> failure.exitCode().code()).orElse(0),
        problem.map(ProgramException::getMessage).orElse(""),
        out.toString());
  }

  private record End(int code, String error, String summary) {}

  /** Confirms everything, and does something with one message. */
  private static final class Sender implements MessageSender {
    private final int at;
    private final Runnable then;
    private int sent;

    Sender(int at, Runnable then) {
      this.at = at;
      this.then = then;
    }

    @Override
    public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
      if (++sent == at) {
        then.run();
      }
      return CompletableFuture.completedFuture(new Receipt.Stored("m" + sent, 0, sent));
    }

    @Override
    public void close() {}
  }
}
