package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.Names;
import dev.lanekeeper.program.settings.Problems;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** From where to where ledger messages are split; a picocli mixin. Then only read. */
final class SplitOptions {
  private static final Duration LEAST_INVISIBLE = Duration.ofSeconds(10);
  private static final Duration MOST_INVISIBLE = Duration.ofHours(12);

  @Option(
      names = "--ledger-topic",
      paramLabel = "TOPIC",
      defaultValue = "ledgers",
      description = "The FIFO topic that ledger messages come from (${DEFAULT-VALUE}).")
  private String ledgerTopic = "ledgers";

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "ledger-splitter",
      description =
          "The consumer group to receive for, which has to be orderly (${DEFAULT-VALUE}).")
  private String group = "ledger-splitter";

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      defaultValue = "ledger",
      description = "The FIFO topic to send operations to (${DEFAULT-VALUE}).")
  private String topic = "ledger";

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "How many orders may have a message under way at once (${DEFAULT-VALUE}); of each order it is",
        "one. With 1 a ledger message's operations are sent one after the other."
      })
  private int inFlight = 1;

  @Option(
      names = "--invisible-time",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = {
        "For how long the broker keeps a ledger message for this process, 10s to 12h",
        "(${DEFAULT-VALUE}). It is extended while operations are sent; after a crash, the next",
        "process waits for its end."
      })
  private Duration invisibleTime = Duration.ofSeconds(30);

  @Option(
      names = "--until-idle",
      paramLabel = "DURATION",
      description =
          "End once no ledger message has come for so long; by default run until stopped.")
  private @Nullable Duration untilIdle;

  @Option(
      names = "--refused-dir",
      paramLabel = "FOLDER",
      description = {
        "Where the body of a ledger message with a wrong record is kept, to be corrected (the",
        "temporary folder)."
      })
  private @Nullable Path refusedDir;

  @Option(
      names = "--leave-out",
      paramLabel = "ID",
      split = ",",
      description = {
        "The message id of a ledger message to acknowledge without sending anything of it, once its",
        "records were corrected and sent otherwise (none). May be given several times."
      })
  private List<String> leaveOut = List.of();

  String ledgerTopic() {
    return ledgerTopic;
  }

  String group() {
    return group;
  }

  String topic() {
    return topic;
  }

  Optional<Duration> untilIdle() {
    return Optional.ofNullable(untilIdle);
  }

  Path refusedDir() {
    return refusedDir == null ? Path.of(System.getProperty("java.io.tmpdir")) : refusedDir;
  }

  Set<String> leaveOut() {
    return Set.copyOf(leaveOut);
  }

  /**
   * The checked invisible time.
   *
   * @throws ProgramException when the broker would not take it
   */
  Duration invisibleTime() {
    if (invisibleTime.compareTo(LEAST_INVISIBLE) < 0
        || invisibleTime.compareTo(MOST_INVISIBLE) > 0) {
      throw new ProgramException(ExitCode.USAGE, "--invisible-time has to be from 10s to 12h");
    }
    return invisibleTime;
  }

  /**
   * What to send by.
   *
   * @throws ProgramException when the number is out of range, the topics are one, or RocketMQ has
   *     no such names
   */
  SendPolicy policy() {
    Problems problems = new Problems();
    Names.requireTopic(problems, "--topic", topic);
    Names.requireTopicAndGroup(problems, "--ledger-topic", ledgerTopic, "--group", group);
    problems
        .require(
            !topic.equals(ledgerTopic),
            "--topic and --ledger-topic are the same; operations need their own")
        .throwIfAny();
    return InFlight.policy(inFlight);
  }
}
