package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.journal.SendJournal;
import dev.lanekeeper.producer.send.IncompleteOrders;
import dev.lanekeeper.producer.send.IncompleteOrders.IncompleteOrder;
import dev.lanekeeper.producer.send.LedgerSend;
import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.Progress;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.send.SendResult;
import dev.lanekeeper.producer.send.SendResult.Failure;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.StopSignal;
import dev.lanekeeper.program.broker.ClientStart;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The sending of a replay, which has a summary however it ends. Immutable.
 *
 * @param stop asked before each message
 * @param nanoTime a monotonic clock
 */
record ReplayRun(
    CheckResult check,
    SendPolicy policy,
    SendJournal journal,
    StopSignal stop,
    LongSupplier nanoTime) {

  /** Sends, and says what came of it. */
  ReplaySummary send(MessageSender sender, Progress progress) {
    long begin = nanoTime.getAsLong();
    SendResult result =
        LedgerSend.toItsEnd(check.files(), sender, policy, journal, progress, stop::isWished);
    Duration elapsed = Duration.ofNanos(nanoTime.getAsLong() - begin);
    ReplaySummary summary = ReplaySummary.of(check, result, elapsed, List.of());
    if (summary.isSent()) {
      journal.complete();
    }
    return summary.isComplete() ? summary : ReplaySummary.of(check, result, elapsed, incomplete());
  }

  private List<IncompleteOrder> incomplete() {
    try {
      return IncompleteOrders.of(check.files(), journal);
    } catch (ProgramException changed) { // The files do not say any more.
      return List.of();
    }
  }

  /**
   * Why it did not come to its end, with what a person can do about it, which depends on whether
   * something was sent already; empty when it did.
   */
  Optional<ProgramException> problem(ReplaySummary summary, ClientStart start) {
    if (summary.isComplete()) {
      return Optional.empty();
    }
    SendResult result = summary.result();
    if (result.broken().isPresent()) {
      ProgramException cause = result.broken().get();
      return Optional.of(stopped(result, cause, cause.getMessage()));
    }
    if (summary.isSent()) {
      return Optional.of(leftOut(summary));
    }
    return Optional.of(
        result
            .failure()
            .map(failure -> unconfirmed(result, failure, start))
            .orElseGet(() -> ended(result)));
  }

  /** What the next run does, for whom the cause is mended. */
  private String again() {
    boolean input = check.files().stream().anyMatch(file -> file.file().path().isEmpty());
    String command = "run the command again" + (input ? " with the same standard input" : "");
    if (journal.hasCheckpoint()) {
      return command + ": it goes on where it stopped";
    }
    return command
        + ": it sends all of it anew, since it has no checkpoint, and a worker takes repeats for"
        + " what they are"
        + (input ? "; with --checkpoint FILE it would go on where it stopped" : "");
  }

  private ProgramException unconfirmed(SendResult result, Failure failure, ClientStart start) {
    ProgramException cause = start.explain(failure.cause());
    String record =
        "%s: order '%s' seq %d was not confirmed"
            .formatted(failure.position(), failure.orderId(), failure.sequence());
    return result.confirmed() == 0
        ? new ProgramException(cause.exitCode(), record + ": " + cause.getMessage(), cause)
        : new ProgramException(
            ExitCode.TEMPORARY,
            "%s, after %d that were: %s; then %s"
                .formatted(record, result.confirmed(), cause.getMessage(), again()),
            cause);
  }

  private ProgramException stopped(SendResult result, ProgramException cause, String message) {
    // What has changed, or is gone, says itself when to run the command again.
    String then = cause.exitCode() == ExitCode.TEMPORARY ? "" : "; then " + again();
    return result.confirmed() == 0
        ? cause
        : new ProgramException(
            ExitCode.TEMPORARY,
            "stopped after %d records that were confirmed: %s%s"
                .formatted(result.confirmed(), message, then),
            cause);
  }

  /** A checkpoint of files that are about to be corrected would be in the way, so there is none. */
  private static ProgramException leftOut(ReplaySummary summary) {
    return new ProgramException(
        summary.result().hasConfirmed() ? ExitCode.TEMPORARY : ExitCode.DATA,
        "%d of %d records are left out, of %d orders; correct the files and run the command again: it sends all of it, and a worker takes repeats for what they are"
            .formatted(summary.leftOut(), summary.records(), summary.incomplete().size()));
  }

  private ProgramException ended(SendResult result) {
    return new ProgramException(
        ExitCode.TEMPORARY,
        "ended by a signal after %d records that were confirmed; %s"
            .formatted(result.confirmed(), again()));
  }
}
