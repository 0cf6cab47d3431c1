package dev.lanekeeper.producer.balance;

import dev.lanekeeper.producer.balance.OrderLedger.ImpossibleRecordException;
import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.check.CheckedRecords;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Works out what the orders of a ledger come to when each record is applied once and in sequence,
 * whatever the order and the repeats of the files. Holds all records in memory. For one thread.
 */
public final class Balances {
  private final Map<String, NavigableMap<Long, Entry>> orders = new TreeMap<>();

  /**
   * Works out the balances of checked files, sorted by order id, character by character.
   *
   * @throws ProgramException when a record cannot be applied
   */
  public static List<OrderBalance> of(List<CheckedFile> files) {
    Balances balances = new Balances();
    CheckedRecords.forEach(
        files,
        (position, record, sequence) -> {
          balances.add(position.toString(), LedgerRecord.of(record), sequence);
          return true;
        });
    return balances.list();
  }

  /** Adds a record; one with a sequence that the order has already counts as a repeat. */
  public void add(String place, LedgerRecord record, long sequence) {
    orders
        .computeIfAbsent(record.orderId(), id -> new TreeMap<>())
        .putIfAbsent(sequence, new Entry(place, record));
  }

  /**
   * Applies everything that was added.
   *
   * @throws ProgramException when a record cannot be applied
   */
  public List<OrderBalance> list() {
    List<OrderBalance> balances = new ArrayList<>();
    orders.values().forEach(entries -> balances.add(apply(entries)));
    return balances;
  }

  private static OrderBalance apply(NavigableMap<Long, Entry> entries) {
    OrderLedger order = null;
    long expected = 1;
    for (Map.Entry<Long, Entry> next : entries.entrySet()) {
      Entry entry = next.getValue();
      try {
        if (next.getKey() != expected) {
          throw new ImpossibleRecordException(
              "has seq %d, and seq %d is missing".formatted(next.getKey(), expected));
        }
        if (order == null) {
          order = new OrderLedger(entry.record());
        } else {
          order.apply(entry.record());
        }
      } catch (ImpossibleRecordException impossible) {
        throw new ProgramException(
            ExitCode.DATA,
            "%s: %s of order '%s' %s"
                .formatted(
                    entry.place(),
                    entry.record().operation().tag(),
                    entry.record().orderId(),
                    impossible.problem()),
            impossible);
      }
      expected++;
    }
    if (order == null) {
      throw new IllegalStateException("an order has a record at least");
    }
    return order.balance();
  }

  private record Entry(String place, LedgerRecord record) {}
}
