package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.relay.RelaySettings;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.Names;
import dev.lanekeeper.program.settings.Problems;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How an outbox is relayed; a picocli mixin. Then only read. */
final class RelayOptions {
  private static final int MOST_ROWS = 10_000;
  private static final Duration LEAST_LEASE = Duration.ofSeconds(2);
  private static final Duration MOST = Duration.ofDays(3650);

  @Option(
      names = "--topic",
      paramLabel = "TOPIC",
      defaultValue = "ledger",
      description = "The FIFO topic whose rows of the outbox are sent (${DEFAULT-VALUE}).")
  private String topic = "ledger";

  @Option(
      names = "--in-flight",
      paramLabel = "N",
      defaultValue = "16",
      description = {
        "How many message groups may have a message under way at once (${DEFAULT-VALUE}); of each",
        "group it is one."
      })
  private int inFlight = 16;

  @Option(
      names = "--batch",
      paramLabel = "N",
      defaultValue = "100",
      description = {
        "Rows that are read, sent and marked together, at most (${DEFAULT-VALUE}): so many may be",
        "sent a second time after a crash."
      })
  private int batch = 100;

  @Option(
      names = "--poll",
      paramLabel = "DURATION",
      defaultValue = "500ms",
      description = {
        "How long to wait when there is nothing to send, or another relay is active",
        "(${DEFAULT-VALUE})."
      })
  private Duration poll = Duration.ofMillis(500);

  @Option(
      names = "--lease",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = {
        "After how long without a word of the active relay another one takes over, from 2s",
        "(${DEFAULT-VALUE}). One that ends in order gives its place up at once."
      })
  private Duration lease = Duration.ofSeconds(30);

  @Option(
      names = "--outbox-retention",
      paramLabel = "DURATION",
      defaultValue = "7d",
      description = {
        "After how long rows that were sent are removed, 500 at a time; 0s for never",
        "(${DEFAULT-VALUE})."
      })
  private Duration retention = Duration.ofDays(7);

  @Option(
      names = "--until-idle",
      paramLabel = "DURATION",
      description = {
        "End once there was nothing to send for so long; by default run until stopped. A relay that",
        "waits for another one is not idle."
      })
  private @Nullable Duration untilIdle;

  String topic() {
    return topic;
  }

  /**
   * What to send by.
   *
   * @throws ProgramException when the number is out of range
   */
  SendPolicy policy() {
    return InFlight.policy(inFlight);
  }

  /**
   * The checked settings.
   *
   * @throws ProgramException when one is out of its bounds
   */
  RelaySettings settings() {
    Problems names = new Problems();
    Names.requireTopic(names, "--topic", topic);
    names.throwIfAny();
    require(batch >= 1 && batch <= MOST_ROWS, "--batch", "from 1 to " + MOST_ROWS);
    require(poll.toMillis() >= 1 && poll.compareTo(MOST) < 0, "--poll", "at least 1ms");
    require(
        lease.compareTo(LEAST_LEASE) >= 0 && lease.compareTo(MOST) < 0, "--lease", "at least 2s");
    require(
        lease.compareTo(poll.multipliedBy(2)) > 0,
        "--lease",
        "more than twice --poll, since it is prolonged that often");
    require(
        !retention.isNegative() && retention.compareTo(MOST) < 0,
        "--outbox-retention",
        "from 0s to 3650d");
    return new RelaySettings(
        topic,
        batch,
        poll,
        lease,
        retention.isZero() ? Optional.empty() : Optional.of(retention),
        Optional.ofNullable(untilIdle));
  }

  private static void require(boolean holds, String option, String bounds) {
    if (!holds) {
      throw new ProgramException(ExitCode.USAGE, option + " has to be " + bounds);
    }
  }
}
