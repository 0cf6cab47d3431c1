package dev.lanekeeper.producer.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.journal.SendJournal;
import dev.lanekeeper.producer.journal.SendSettings;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.read.InputFormat;
import dev.lanekeeper.producer.read.LedgerFiles;
import dev.lanekeeper.producer.read.ReadingRules;
import dev.lanekeeper.producer.record.NumberFormat;
import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.Progress;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

/** What a replay that ends early says of the next run, and what that does. */
@Timeout(60)
class NextRunTest {
  private static final String RECORDS =
      dev.lanekeeper.producer.LedgerFiles.HEADER + "create,A,t1,1,1,EUR,,,\nadd,A,t2,2,1,EUR,,,\n";

  @TempDir private Path folder = Path.of("");

  @Test
  void checkpointBesideTheFileLetsItGoOn() throws IOException {
    Path file = Files.writeString(folder.resolve("l.csv"), RECORDS);

    assertThat(ended(file))
        .isEqualTo(
            "ended by a signal after 1 records that were confirmed; run the command again: it goes"
                + " on where it stopped");
    assertThat(folder.resolve("l.csv.ledger.checkpoint")).exists();
  }

  @Test
  void withoutCheckpointAllIsSentAnew() throws IOException {
    Path file = Files.writeString(folder.resolve("l.csv"), RECORDS);

    assertThat(ended(file, "--no-checkpoint"))
        .isEqualTo(
            "ended by a signal after 1 records that were confirmed; run the command again: it sends"
                + " all of it anew, since it has no checkpoint, and a worker takes repeats for what"
                + " they are");
    assertThat(content()).containsExactly("l.csv");
  }

  @Test
  void standardInputHasNoCheckpointUnlessOneIsNamed() throws IOException {
    assertThat(ended(Path.of("-")))
        .isEqualTo(
            "ended by a signal after 1 records that were confirmed; run the command again with the"
                + " same standard input: it sends all of it anew, since it has no checkpoint, and a"
                + " worker takes repeats for what they are; with --checkpoint FILE it would go on"
                + " where it stopped");
    assertThat(content()).isEmpty();

    String named = folder.resolve("named").toString();
    assertThat(ended(Path.of("-"), "--checkpoint", named))
        .endsWith("again with the same standard input: it goes on where it stopped");
    CheckResult same = check(Path.of("-"));
    try (SendJournal next = journal(same, "--checkpoint", named)) {
      assertThat(next.contains(0)).isTrue();
      assertThat(next.contains(1)).isFalse();
    }
  }

  /** Ends a run behind its first record, and returns what it says then. */
  private String ended(Path file, String... options) {
    CheckResult check = check(file);
    StopSignal stop = new StopSignal();
    SendOptions parsed = CommandLine.populateCommand(new SendOptions(), options);
    try (SendJournal journal = journal(check, options)) {
      ReplayRun run = new ReplayRun(check, parsed.policy(), journal, stop, System::nanoTime);
      ReplaySummary summary = run.send(new EndingSender(stop), Progress.NONE);
      ClientStart start = ClientStart.ofProducer(new BrokerOptions(), "ledger");
      return run.problem(summary, start).orElseThrow().getMessage();
    }
  }

  private static SendJournal journal(CheckResult check, String... options) {
    return CommandLine.populateCommand(new SendOptions(), options)
        .journal("e:1", check, SendSettings.of(check.files(), false, "stop"));
  }

  private static CheckResult check(Path file) {
    ReadingRules rules = new ReadingRules(UTF_8, Optional.of(InputFormat.CSV), NumberFormat.DOT);
    return LedgerCheck.of(
        LedgerFiles.of(List.of(file), rules, new ByteArrayInputStream(RECORDS.getBytes(UTF_8))));
  }

  private List<String> content() throws IOException {
    try (Stream<Path> content = Files.list(folder)) {
      return content.map(file -> file.getFileName().toString()).toList();
    }
  }

  /** Confirms everything, and wishes the end with the first message. */
  private record EndingSender(StopSignal stop) implements MessageSender {
    @Override
    public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
      stop.stop();
      return CompletableFuture.completedFuture(new Receipt.Stored("m", 0, 0));
    }

    @Override
    public void close() {}
  }
}
