package dev.lanekeeper.worker.config;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Problems;
import dev.lanekeeper.program.settings.Tuning;
import dev.lanekeeper.worker.inbox.Retention;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How long what is settled stays on record; a picocli mixin. Filled by picocli, then only read. */
public final class RetentionOptions {
  @Option(
      names = "--purge",
      negatable = true,
      fallbackValue = "true",
      description = "Remove what is older than the retention; by default on.")
  @Tuning(why = "`--no-purge` removes nothing", rarely = true, byDefault = "on")
  private @Nullable Boolean purge;

  @Option(
      names = "--inbox-retention",
      paramLabel = "DURATION",
      defaultValue = "7d",
      description = {
        "How long the inbox keeps an applied message (${DEFAULT-VALUE}). Afterwards a repeat is",
        "known by its sequence alone; without sequences it would be applied again."
      })
  @Tuning(why = "how long the inbox keeps an applied message; [retention](#retention)")
  private Duration inboxRetention = Duration.ofDays(7);

  @Option(
      names = "--group-retention",
      paramLabel = "DURATION",
      defaultValue = "90d",
      description = {
        "How long a message group that has ended is known (${DEFAULT-VALUE}). Others are known for",
        "ever."
      })
  @Tuning(why = "how long a group that has ended is known; [retention](#retention)", rarely = true)
  private Duration groupRetention = Duration.ofDays(90);

  @Option(
      names = "--redelivery-horizon",
      paramLabel = "DURATION",
      defaultValue = "4d",
      description = {
        "How late a message can come again (${DEFAULT-VALUE}: a broker keeps messages for",
        "fileReservedTime, 72 hours, and removes them once a day). No retention may be shorter."
      })
  @Tuning(
      why = "a broker that keeps messages for longer than 72 hours; [retention](#retention)",
      rarely = true)
  private Duration redeliveryHorizon = Duration.ofDays(4);

  /**
   * The checked retention; empty when nothing is to be removed.
   *
   * @throws ProgramException when it is shorter than a message can come again
   */
  public Optional<Retention> retention() {
    if (purge != null && !purge) {
      return Optional.empty();
    }
    new Problems()
        .collect(() -> requireLongEnough("--inbox-retention", inboxRetention))
        .collect(() -> requireLongEnough("--group-retention", groupRetention))
        .throwIfAny();
    return Optional.of(new Retention(inboxRetention, groupRetention));
  }

  /** How late a message can come again; empty when nothing is removed that it could need. */
  public Optional<Duration> horizon() {
    return retention().map(checked -> redeliveryHorizon);
  }

  private void requireLongEnough(String option, Duration retention) {
    if (retention.compareTo(redeliveryHorizon) < 0) {
      throw new ProgramException(
          ExitCode.CONFIGURATION,
          option
              + " "
              + retention
              + " is shorter than --redelivery-horizon "
              + redeliveryHorizon
              + ": a message that comes again after its record is gone could be applied twice."
              + " Keep it for longer, lower --redelivery-horizon if the broker's fileReservedTime"
              + " allows it, or start with --no-purge");
    }
  }
}
