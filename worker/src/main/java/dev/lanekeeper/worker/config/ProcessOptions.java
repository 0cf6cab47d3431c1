package dev.lanekeeper.worker.config;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.settings.Problems;
import dev.lanekeeper.program.settings.Tuning;
import dev.lanekeeper.worker.inbox.FirstSequence;
import dev.lanekeeper.worker.message.DedupKeyRule;
import dev.lanekeeper.worker.process.OnExhausted;
import dev.lanekeeper.worker.process.OnUnknownEffect;
import dev.lanekeeper.worker.process.Processing;
import dev.lanekeeper.worker.process.RetryPolicy;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How messages are processed; a picocli mixin. Filled by picocli, then only read. */
public final class ProcessOptions {
  @Option(
      names = "--max-attempts",
      paramLabel = "N",
      defaultValue = "5",
      description = "Runs of the handler for one message in all, at least 1 (${DEFAULT-VALUE}).")
  @Tuning(
      why =
          "runs of the handler for one message in all, counted durably; a first run that ends a process older than `--cautious-start` leaves no record, and is not counted")
  private int maxAttempts = 5;

  @Option(
      names = "--backoff-initial",
      paramLabel = "DURATION",
      defaultValue = "200ms",
      description = "The first delay between attempts; it doubles, with jitter (${DEFAULT-VALUE}).")
  @Tuning(why = "the first delay between attempts; it doubles each time, with jitter of a half")
  private Duration backoffInitial = Duration.ofMillis(200);

  @Option(
      names = "--backoff-max",
      paramLabel = "DURATION",
      defaultValue = "10s",
      description = "The longest delay between attempts (${DEFAULT-VALUE}).")
  @Tuning(why = "the longest of these delays")
  private Duration backoffMax = Duration.ofSeconds(10);

  @Option(
      names = "--try-again-max",
      paramLabel = "DURATION",
      defaultValue = "1m",
      description = {
        "The longest delay that a handler gets when it says itself when to try again",
        "(${DEFAULT-VALUE})."
      })
  @Tuning(
      why = "the longest delay that a handler gets when it says itself when to try again",
      rarely = true)
  private Duration tryAgainMax = Duration.ofMinutes(1);

  @Option(
      names = "--on-exhausted",
      paramLabel = "POLICY",
      defaultValue = "park",
      description = {
        "What happens to a message that used up its attempts or can never succeed:",
        "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE})."
      })
  @Tuning(
      why =
          "`skip` where order does not matter: the message becomes a dead letter, and its group moves on")
  private OnExhausted onExhausted = OnExhausted.PARK;

  @Option(
      names = "--on-unknown-effect",
      paramLabel = "DECISION",
      defaultValue = "auto",
      description = {
        "What is done about a call outside the database of which nobody knows whether it happened:",
        "again with the same idempotency key, reconcile (the handler finds out, or the group is",
        "parked), park, or auto: again where the handler says that it may, otherwise reconcile",
        "(${DEFAULT-VALUE})."
      })
  @Tuning(
      why =
          "what is done about a call outside the database of which nobody knows whether it happened: [effects](#effects-outside-the-database)")
  private OnUnknownEffect onUnknownEffect = OnUnknownEffect.AUTO;

  @Option(
      names = "--max-held",
      paramLabel = "N",
      defaultValue = "10000",
      description = {
        "Held messages of one message group at most (${DEFAULT-VALUE}). Beyond it they stay with",
        "the broker, and the group's queue stands still."
      })
  @Tuning(
      why =
          "held messages of one group; beyond it they stay with the broker, and [its queue stands still](#full-groups)",
      rarely = true)
  private int maxHeld = 10_000;

  @Option(
      names = "--messages-per-transaction",
      paramLabel = "N",
      defaultValue = "1",
      description = {
        "Messages of different groups that share one transaction at most, from 1 to 64",
        "(${DEFAULT-VALUE}). For handlers that only use the database."
      })
  @Tuning(
      why =
          "more than 1 where handlers only use the database, and do not wait: [shared transactions](#shared-transactions)")
  private int messagesPerTransaction = 1;

  @Option(
      names = "--gap-timeout",
      paramLabel = "DURATION",
      defaultValue = "10m",
      description = {
        "How long a message group waits for a missing sequence before it is parked",
        "(${DEFAULT-VALUE}); a worker parks none before it has received for so long without an",
        "outage."
      })
  @Tuning(
      why =
          "how long a group waits for a missing sequence before it is parked; time before the worker has received for so long without an outage does not count")
  private Duration gapTimeout = Duration.ofMinutes(10);

  @Option(
      names = "--first-sequence",
      paramLabel = "1|any",
      defaultValue = "1",
      description = "The sequence with which a new message group may start (${DEFAULT-VALUE}).")
  @Tuning(why = "`any` for topics whose beginning is gone", rarely = true)
  private String firstSequence = "1";

  @Option(
      names = "--dedup-key",
      paramLabel = "RULE",
      defaultValue = "cloudevents",
      description = {
        "Where a message's stable id is: cloudevents (source and id), message-id, key or",
        "property:NAME (${DEFAULT-VALUE})."
      })
  @Tuning(
      why = "`message-id`, `key` or `property:NAME` for messages that are no CloudEvents",
      rarely = true)
  private String dedupKey = "cloudevents";

  @Option(
      names = "--cautious-start",
      paramLabel = "DURATION",
      defaultValue = "5m",
      description = {
        "For how long after its start a worker records each attempt before it begins, since a",
        "message may have killed its predecessor (${DEFAULT-VALUE})."
      })
  @Tuning(
      why =
          "how long each attempt is put on record first: [why](../ops/adr/0003-attempts-on-record-only-when-in-doubt.md)",
      rarely = true)
  private Duration cautiousStart = Duration.ofMinutes(5);

  public int messagesPerTransaction() {
    return messagesPerTransaction;
  }

  public int maxAttempts() {
    return maxAttempts;
  }

  public Duration gapTimeout() {
    return gapTimeout;
  }

  public Duration cautiousStart() {
    return cautiousStart;
  }

  /**
   * Where a message's stable id is.
   *
   * @throws ProgramException when the rule is not one
   */
  public DedupKeyRule dedupKeyRule() {
    try {
      return DedupKeyRule.parse(dedupKey);
    } catch (IllegalArgumentException unknown) {
      throw usage("--dedup-key: " + unknown.getMessage(), unknown);
    }
  }

  /**
   * The sequence with which a new group may start.
   *
   * @throws ProgramException when it is neither 1 nor any
   */
  public FirstSequence firstSequence() {
    return switch (firstSequence) {
      case "1" -> FirstSequence.ONE;
      case "any" -> FirstSequence.ANY;
      default ->
          throw usage(
              "--first-sequence is \"" + firstSequence + "\"; write 1 or any",
              new IllegalArgumentException(firstSequence));
    };
  }

  /**
   * The checked rules.
   *
   * @throws ProgramException when one is out of its bounds
   */
  public Processing.Rules rules(String consumerGroup) {
    new Problems()
        .require(maxHeld >= 1, "--max-held has to be at least 1")
        .require(
            messagesPerTransaction >= 1 && messagesPerTransaction <= 64,
            "--messages-per-transaction has to be from 1 to 64")
        .collect(this::firstSequence)
        .collect(this::retries)
        .throwIfAny();
    return new Processing.Rules(
        consumerGroup,
        firstSequence(),
        onExhausted,
        onUnknownEffect,
        retries(),
        maxHeld,
        messagesPerTransaction,
        gapTimeout);
  }

  private RetryPolicy retries() {
    try {
      return new RetryPolicy(maxAttempts, backoffInitial, backoffMax, tryAgainMax);
    } catch (IllegalArgumentException outOfBounds) {
      throw usage(
          "--max-attempts, --backoff-initial, --backoff-max, --try-again-max: "
              + outOfBounds.getMessage(),
          outOfBounds);
    }
  }

  private static ProgramException usage(String message, Throwable cause) {
    return new ProgramException(ExitCode.USAGE, message, cause);
  }
}
