package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.journal.SendJournal;
import dev.lanekeeper.producer.journal.SendSettings;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.FilesApart;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.Names;
import dev.lanekeeper.program.settings.Problems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How records are sent, and what is written down of it; a picocli mixin. Then only read. */
final class SendOptions {
  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      defaultValue = "ledger",
      description = "The FIFO topic to send to (${DEFAULT-VALUE}).")
  private String topic = "ledger";

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "How many orders may have a message under way at once (${DEFAULT-VALUE}); of each order it is",
        "one. With 1 everything is sent in file order."
      })
  private int inFlight = 1;

  @Option(
      names = "--checkpoint",
      paramLabel = "FILE",
      description = {
        "Where it is written what is confirmed, so that the same command goes on after a crash",
        "(beside the first ledger file: its name, the topic's name and .checkpoint; none when that is",
        "standard input)."
      })
  private @Nullable Path checkpoint;

  @Option(
      names = "--no-checkpoint",
      fallbackValue = "true",
      description = "Write no checkpoint; every run sends from the beginning.")
  private boolean noCheckpoint;

  @Option(
      names = "--receipts",
      paramLabel = "FILE",
      description = {
        "Write a line of JSON for each confirmed message, for 'worker.jar verify' (none). With",
        "--dry-run, for each message that would be sent. A run that goes on needs the file with those",
        "before."
      })
  private @Nullable Path receipts;

  String topic() {
    return topic;
  }

  Optional<Path> receipts() {
    return Optional.ofNullable(receipts);
  }

  /**
   * What to send by.
   *
   * @throws ProgramException when the number is out of range, or RocketMQ has no such topics
   */
  SendPolicy policy() {
    Problems problems = new Problems();
    Names.requireTopic(problems, "--topic", topic);
    problems.collect(() -> InFlight.policy(inFlight)).throwIfAny();
    return InFlight.policy(inFlight);
  }

  /**
   * Opens what is written down while these files are sent.
   *
   * @param settings what decides which records these are
   */
  SendJournal journal(String endpoints, CheckResult check, SendSettings settings) {
    return SendJournal.open(
        checkpoint(check), receipts(), endpoints, topic, check.files(), settings, System::nanoTime);
  }

  /**
   * Makes sure that what is written is neither read nor one file twice.
   *
   * @param given the files and folders of the command line
   * @throws ProgramException when it is
   */
  void requireFilesApart(List<Path> given, CheckResult check) {
    List<Path> confirmed = checkpoint(check).map(SendJournal::checkpointFiles).orElse(List.of());
    confirmed.forEach(file -> requireUnread(file, "--checkpoint", given, check));
    receipts().ifPresent(file -> requireUnread(file, "--receipts", given, check));
    for (Path file : confirmed) {
      receipts().ifPresent(own -> FilesApart.require(own, "--receipts", file, "the checkpoint"));
    }
  }

  private static void requireUnread(
      Path written, String writtenAs, List<Path> given, CheckResult check) {
    for (CheckedFile ledger : check.files()) {
      ledger
          .file()
          .path()
          .ifPresent(read -> FilesApart.require(written, writtenAs, read, "a ledger file"));
    }
    if (LedgerFile.isNamedAsOne(written)) { // The next run would take it for one of the folder's.
      given.stream()
          .filter(Files::isDirectory)
          .forEach(
              folder -> FilesApart.requireOutside(written, writtenAs, folder, "the ledger folder"));
    }
  }

  private Optional<Path> checkpoint(CheckResult check) {
    if (noCheckpoint && checkpoint != null) {
      throw new ProgramException(
          ExitCode.USAGE, "--checkpoint and --no-checkpoint contradict each other; leave one out");
    }
    if (noCheckpoint) {
      return Optional.empty();
    }
    return checkpoint == null ? besideFirst(check) : Optional.of(checkpoint);
  }

  /** None for standard input: there is no place that another run would find by itself. */
  private Optional<Path> besideFirst(CheckResult check) {
    String name = topic.replaceAll("[^A-Za-z0-9_%-]", "_");
    return check
        .files()
        .get(0)
        .file()
        .path()
        .map(first -> first.resolveSibling(first.getFileName() + "." + name + ".checkpoint"));
  }
}
