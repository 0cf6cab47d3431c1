package dev.lanekeeper.producer.split;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.read.InputFormat;
import dev.lanekeeper.producer.send.LedgerSend;
import dev.lanekeeper.producer.send.MessageSender;
import dev.lanekeeper.producer.send.Progress;
import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.producer.send.SendResult;
import dev.lanekeeper.producer.service.Outage;
import dev.lanekeeper.program.broker.ClientFailure;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Walks a ledger message: checks all of it, then sends one operation after the other, each in the
 * message group of its order, with the same dedup key and sequence however often it is walked.
 * While the broker is away it waits and goes on where it stopped. For one thread.
 *
 * <p>Two processes that walk the same ledger message do no harm: each sends an order's operation
 * only once the one before is stored, so that whichever of the two copies is stored first has its
 * predecessor before it. The other one is a repeat, which the inbox answers (design.md, G1, G2).
 */
public final class LedgerSplit {
  private final MessageSender sender;
  private final SendPolicy policy;
  private final int bodyBytes;
  private final Path folder;
  private final Outage outage;

  /**
   * @param bodyBytes how long an operation's body may be, as the broker says
   * @param folder where bodies are put while they are worked on, and those that are refused stay
   * @param outage waits while the broker is away, and knows whether the end is wished
   */
  public LedgerSplit(
      MessageSender sender, SendPolicy policy, int bodyBytes, Path folder, Outage outage) {
    this.sender = sender;
    this.policy = policy;
    this.bodyBytes = bodyBytes;
    this.folder = folder;
    this.outage = outage;
  }

  /**
   * Sends all of it, as far as that goes.
   *
   * @throws dev.lanekeeper.program.ProgramException when the body cannot be put into the folder
   */
  public SplitOutcome split(LedgerBatch batch) throws InterruptedException {
    Optional<InputFormat> format = BatchFormat.of(batch.contentType());
    try (BatchFile file = BatchFile.write(folder, batch, format.orElse(InputFormat.JSON))) {
      Optional<String> unreadable = unreadable(batch, format);
      if (unreadable.isPresent()) {
        return new SplitOutcome.Refused(List.of(batch + ": " + unreadable.get()), file.keep());
      }
      BatchCheck.Result checked = BatchCheck.of(file.ledger(), bodyBytes);
      return checked.problems().isEmpty()
          ? send(checked.check())
          : new SplitOutcome.Refused(checked.problems(), file.keep());
    }
  }

  private static Optional<String> unreadable(LedgerBatch batch, Optional<InputFormat> format) {
    if (batch.damaged()) {
      return Optional.of("the body does not match its checksum");
    }
    return format.isPresent()
        ? Optional.empty()
        : Optional.of(
            "content type '%s' cannot be read; write %s"
                .formatted(batch.contentType().orElse(""), BatchFormat.ACCEPTED));
  }

  private SplitOutcome send(CheckResult check) throws InterruptedException {
    ConfirmedHere confirmed = new ConfirmedHere();
    while (true) {
      SendResult result =
          LedgerSend.of(
              check.files(), sender, policy, confirmed, Progress.NONE, outage::endIsWished);
      if (result.sent() > 0) {
        outage.worked();
      }
      if (confirmed.count() == check.records()) {
        return new SplitOutcome.Confirmed(check.records(), check.orders());
      }
      if (outage.endIsWished()) {
        return new SplitOutcome.Stopped(confirmed.count());
      }
      Throwable cause = result.failure().orElseThrow().cause();
      if (!ClientFailure.of(cause).isPassing()) {
        return new SplitOutcome.GivenUp(result);
      }
      outage.failed(cause);
    }
  }
}
