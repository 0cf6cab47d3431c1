package dev.lanekeeper.producer.split;

import dev.lanekeeper.producer.service.Outage;
import dev.lanekeeper.program.StopSignal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes ledger messages, one at a time, splits each and acknowledges it only once all of its
 * operations are confirmed; whatever happens before then, it comes again (design.md, G3). Ends when
 * that is wished, when nothing comes, or at a ledger message that cannot be split. For one thread.
 */
public final class SplitLoop {
  private static final Logger log = LoggerFactory.getLogger(SplitLoop.class);

  private final LedgerConsumer consumer;
  private final LedgerSplit split;
  private final StopSignal stop;
  private final Outage receiving;
  private final Set<String> leftOut;
  private final LongSupplier nanoTime;
  private final SplitCounts counts = new SplitCounts();
  private long idleSince;

  /**
   * @param leftOut ids of ledger messages to acknowledge without sending anything of them
   * @param nanoTime a monotonic clock
   */
  public SplitLoop(
      LedgerConsumer consumer,
      LedgerSplit split,
      StopSignal stop,
      Outage receiving,
      Set<String> leftOut,
      LongSupplier nanoTime) {
    this.consumer = consumer;
    this.split = split;
    this.stop = stop;
    this.receiving = receiving;
    this.leftOut = Set.copyOf(leftOut);
    this.nanoTime = nanoTime;
  }

  public SplitCounts counts() {
    return counts;
  }

  /** A ledger message at which it had to stop, and why. */
  public record End(LedgerBatch batch, SplitOutcome outcome) {}

  /**
   * Runs to the end.
   *
   * @param untilIdle ends it when no ledger message has come for so long
   * @return the ledger message at which it had to stop; empty when it ended as wished
   */
  public Optional<End> run(Optional<Duration> untilIdle) throws InterruptedException {
    idleSince = nanoTime.getAsLong();
    while (!stop.isWished()) {
      Optional<LedgerDelivery> delivery = receive();
      if (delivery.isPresent()) {
        Optional<End> end = work(delivery.get());
        if (end.isPresent()) {
          return end;
        }
        idleSince = nanoTime.getAsLong();
      } else if (untilIdle.isPresent()
          && nanoTime.getAsLong() - idleSince > untilIdle.get().toNanos()) {
        log.info("no ledger message for {}: ending", untilIdle.get());
        return Optional.empty();
      }
    }
    return Optional.empty();
  }

  private Optional<LedgerDelivery> receive() throws InterruptedException {
    try {
      Optional<LedgerDelivery> delivery = consumer.receive();
      receiving.worked();
      return delivery;
    } catch (ExecutionException failure) {
      receiving.failed(failure.getCause() == null ? failure : failure.getCause());
      idleSince = nanoTime.getAsLong(); // Who cannot ask does not know that there is nothing.
      return Optional.empty();
    }
  }

  private Optional<End> work(LedgerDelivery delivery) throws InterruptedException {
    LedgerBatch batch = delivery.batch();
    if (leftOut.contains(batch.messageId())) {
      log.warn("{} is left out, as --leave-out says: nothing of it is sent", batch);
      counts.leftOut();
      delivery.acknowledge();
      return Optional.empty();
    }
    SplitOutcome outcome = split.split(batch);
    if (outcome instanceof SplitOutcome.Confirmed confirmed) {
      counts.split(confirmed.operations());
      if (!delivery.acknowledge()) {
        log.info("{} was not acknowledged in time; it comes again, and is sent again", batch);
      }
      return Optional.empty();
    }
    delivery.handBack();
    return outcome instanceof SplitOutcome.Stopped
        ? Optional.empty()
        : Optional.of(new End(batch, outcome));
  }
}
