package dev.lanekeeper.worker.config;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Tuning;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How the process starts, shows itself and ends; a picocli mixin. Filled by picocli, then read. */
public final class LifeOptions {
  @Option(
      names = "--migrate",
      negatable = true,
      fallbackValue = "true",
      description = {
        "Bring the schema up to date before receiving. By default on for the embedded H2, and off",
        "otherwise."
      })
  @Tuning(
      why = "migrate by itself, or never, whatever the database",
      rarely = true,
      byDefault = "on for the embedded H2, else off")
  private @Nullable Boolean migrate;

  @Option(
      names = "--preflight",
      paramLabel = "ACTION",
      defaultValue = "enforce",
      description = {
        "What the checks of 'doctor' do before the first receive: enforce refuses to start when it",
        "would not be safe, warn only logs, off skips them (${DEFAULT-VALUE})."
      })
  @Tuning(why = "`warn` starts although a check of `doctor` fails, `off` makes none")
  private Preflight preflight = Preflight.ENFORCE;

  @Option(
      names = "--until-idle",
      paramLabel = "DURATION",
      description = "End once no message has come for so long; by default run until stopped.")
  @Tuning(why = "jobs that end once the topic is drained", byDefault = "off")
  private @Nullable Duration untilIdle;

  @Option(
      names = "--drain-timeout",
      paramLabel = "DURATION",
      defaultValue = "30s",
      description = {
        "How long stopping may take in all; a fifth of it, at most 5s, is kept for disconnecting",
        "(${DEFAULT-VALUE}). At least 7s in simple mode and 28s in push mode, where the last",
        "receives take that long to return."
      })
  @Tuning(why = "handlers that take longer; keep it shorter than the supervisor's grace time")
  private Duration drainTimeout = Duration.ofSeconds(30);

  @Option(
      names = "--outage-threshold",
      paramLabel = "DURATION",
      defaultValue = "10s",
      description = {
        "For how long nothing can be settled, or received, before that counts as an outage: the",
        "worker is not ready, and while the database is away receiving pauses",
        "(${DEFAULT-VALUE})."
      })
  @Tuning(
      why =
          "readiness that should follow a failing database or broker sooner or later; [outages](#outages)",
      rarely = true)
  private Duration outageThreshold = Duration.ofSeconds(10);

  @Option(
      names = "--http-host",
      paramLabel = "ADDRESS",
      defaultValue = "127.0.0.1",
      description = "Where /metrics, /livez and /readyz listen (${DEFAULT-VALUE}).")
  @Tuning(why = "metrics and probes from other machines: `0.0.0.0`")
  private String httpHost = "127.0.0.1";

  @Option(
      names = "--http-port",
      paramLabel = "PORT",
      defaultValue = "9464",
      description = "Their port; 0 picks a free one (${DEFAULT-VALUE}).")
  @Tuning(why = "several workers on one machine; `0` picks a free one")
  private int httpPort = 9464;

  /** Whether to migrate; empty when the database decides. */
  public Optional<Boolean> migrate() {
    return Optional.ofNullable(migrate);
  }

  public Preflight preflight() {
    return preflight;
  }

  public Optional<Duration> untilIdle() {
    return Optional.ofNullable(untilIdle);
  }

  /**
   * The checked time to stop.
   *
   * @param lastReceive how long a receive may take that was under way
   * @throws ProgramException when it is too short for that
   */
  public DrainTime drainTime(Duration lastReceive) {
    Duration least = DrainTime.least(lastReceive);
    if (drainTimeout.compareTo(least) < 0) {
      throw new ProgramException(
          ExitCode.USAGE,
          ("--drain-timeout has to be at least %ds here: a receive that is under way takes up to %ds"
                  + " to return, and its message would be held up for all workers if nobody waited")
              .formatted(least.toSeconds(), lastReceive.toSeconds()));
    }
    return DrainTime.of(drainTimeout);
  }

  public Duration outageThreshold() {
    return outageThreshold;
  }

  public String httpHost() {
    return httpHost;
  }

  public int httpPort() {
    return httpPort;
  }
}
