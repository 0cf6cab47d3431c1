package dev.lanekeeper.producer.generate;

import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Money;
import java.io.IOException;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Random;

/**
 * Hands records on with duplicates, reorderings and wrong values. The same seed disturbs the same
 * records; what is disturbed does not change which ledger is made up. For one thread and one use.
 */
public final class DisturbedLedger implements LedgerGenerator.Receiver {
  private static final int LATEST_COPY = 100;

  private final Disturbance disturbance;
  private final LedgerGenerator.Receiver receiver;
  private final Random random;
  private final Map<String, LedgerRecord> heldBack = new HashMap<>();
  private final PriorityQueue<Copy> copies = new PriorityQueue<>();
  private long records;
  private long duplicates;
  private long reordered;
  private long bad;

  /** A record to be written again. */
  private record Copy(long due, long number, LedgerRecord record) implements Comparable<Copy> {
    @Override
    public int compareTo(Copy other) {
      int byDue = Long.compare(due, other.due);
      return byDue == 0 ? Long.compare(number, other.number) : byDue;
    }
  }

  public DisturbedLedger(Disturbance disturbance, long seed, LedgerGenerator.Receiver receiver) {
    this.disturbance = disturbance;
    this.receiver = receiver;
    this.random = new Random(seed ^ 0x5DEECE66DL);
  }

  @Override
  public void take(LedgerRecord record) throws IOException {
    records++;
    boolean isBad = happens(disturbance.bad());
    boolean isCopied = happens(disturbance.duplicates());
    boolean isHeldBack = happens(disturbance.reorder());
    LedgerRecord earlier = heldBack.remove(record.orderId());
    if (isBad) {
      bad++;
      receiver.take(damaged(record));
    } else if (isHeldBack && earlier == null) {
      heldBack.put(record.orderId(), record);
    } else {
      receiver.take(record);
      if (isCopied) {
        duplicates++;
        copies.add(new Copy(records + 1 + random.nextInt(LATEST_COPY), records, record));
      }
    }
    if (earlier != null) {
      reordered++;
      receiver.take(earlier);
    }
    writeCopies(records);
  }

  private boolean happens(double share) {
    return random.nextDouble() < share;
  }

  private void writeCopies(long due) throws IOException {
    Copy next = copies.peek();
    while (next != null && next.due() <= due) {
      copies.remove();
      receiver.take(next.record());
      next = copies.peek();
    }
  }

  /** Writes what is still held back, when no more records come. */
  public void finish() throws IOException {
    List<LedgerRecord> rest = new ArrayList<>(heldBack.values());
    rest.sort((one, other) -> one.orderId().compareTo(other.orderId()));
    for (LedgerRecord record : rest) {
      receiver.take(record);
    }
    writeCopies(Long.MAX_VALUE);
  }

  /** What became of it all, in a line for people. */
  @Override
  public String toString() {
    return "%d records; %d written twice, %d behind their successor, %d wrong"
        .formatted(records, duplicates, reordered, bad);
  }

  private LedgerRecord damaged(LedgerRecord record) {
    int kind = record.money().isEmpty() ? 0 : random.nextInt(3);
    return switch (kind) {
      case 0 -> // No sequence is 0.
          with(record, record.transactionId(), OptionalLong.of(0), record.money());
      case 1 -> // Only a delete goes without a transaction.
          with(record, Optional.empty(), record.sequence(), record.money());
      default -> // No currency has so many decimals.
          with(
              record,
              record.transactionId(),
              record.sequence(),
              record.money().map(DisturbedLedger::tooExact));
    };
  }

  private static Money tooExact(Money money) {
    return new Money(money.amount().add(BigDecimal.valueOf(1, 8)), money.currency());
  }

  private static LedgerRecord with(
      LedgerRecord record,
      Optional<String> transactionId,
      OptionalLong sequence,
      Optional<Money> money) {
    return new LedgerRecord(
        record.operation(),
        record.orderId(),
        transactionId,
        sequence,
        money,
        record.occurredAt(),
        record.note(),
        record.last());
  }
}
