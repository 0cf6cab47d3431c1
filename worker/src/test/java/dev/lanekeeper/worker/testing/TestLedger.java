package dev.lanekeeper.worker.testing;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;

/** A ledger, and what it comes to when it is simply replayed in memory. */
public final class TestLedger {

  /** One record. */
  public record Entry(
      String operation, String order, String transaction, long sequence, int cents, String note) {}

  private final List<Entry> entries = new ArrayList<>();

  /** Orders whose operations are interleaved: create, adds and modifies, and for some a delete. */
  public static TestLedger interleaved(int orders, int operations, long seed) {
    Random random = new Random(seed);
    TestLedger ledger = new TestLedger();
    long[] sequences = new long[orders];
    for (int i = 0; i < operations * orders; i++) {
      int order;
      do {
        order = random.nextInt(orders);
      } while (sequences[order] == operations);
      long sequence = ++sequences[order];
      int cents = random.nextInt(100_000);
      if (sequence == 1) {
        ledger.add("create", "O-" + order, "t1", 1, cents, "");
      } else if (sequence == operations && order % 4 == 0) {
        ledger.add("delete", "O-" + order, "", sequence, 0, "");
      } else if (sequence % 3 == 0) {
        ledger.add("modify", "O-" + order, "t1", sequence, cents, "");
      } else {
        ledger.add("add", "O-" + order, "t" + sequence, sequence, cents, "");
      }
    }
    return ledger;
  }

  /** Adds a record. */
  public TestLedger add(
      String operation, String order, String transaction, long sequence, int cents, String note) {
    entries.add(new Entry(operation, order, transaction, sequence, cents, note));
    return this;
  }

  /** The same ledger with a note on every record. */
  public TestLedger withNote(String note) {
    TestLedger noted = new TestLedger();
    entries.forEach(
        entry ->
            noted.add(
                entry.operation(),
                entry.order(),
                entry.transaction(),
                entry.sequence(),
                entry.cents(),
                note));
    return noted;
  }

  /** The same ledger for other orders, whose names end so. */
  public TestLedger withSuffix(String suffix) {
    TestLedger others = new TestLedger();
    entries.forEach(
        entry ->
            others.add(
                entry.operation(),
                entry.order() + suffix,
                entry.transaction(),
                entry.sequence(),
                entry.cents(),
                entry.note()));
    return others;
  }

  /** This ledger, and behind it another. */
  public TestLedger and(TestLedger behind) {
    TestLedger both = new TestLedger();
    both.entries.addAll(entries);
    both.entries.addAll(behind.entries);
    return both;
  }

  /** The records that pass a test, in their order. */
  public TestLedger only(Predicate<Entry> test) {
    TestLedger part = new TestLedger();
    entries.stream().filter(test).forEach(part.entries::add);
    return part;
  }

  public int size() {
    return entries.size();
  }

  public List<Entry> entries() {
    return entries;
  }

  /** Writes it as CSV. */
  public Path write(Path file) {
    StringBuilder csv =
        new StringBuilder("op,order_id,txn_id,seq,amount,currency,occurred_at,note,last\n");
    for (Entry entry : entries) {
      boolean delete = entry.operation().equals("delete");
      csv.append(entry.operation()).append(',');
      csv.append(entry.order()).append(',');
      csv.append(entry.transaction()).append(',');
      csv.append(entry.sequence()).append(',');
      csv.append(delete ? "," : BigDecimal.valueOf(entry.cents(), 2) + ",EUR").append(',');
      csv.append("2026-11-30T08:00:00Z,").append(entry.note()).append(",\n");
    }
    try {
      return Files.writeString(file, csv);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  /** Order and balance, after a replay that leaves out the records with this note. */
  public Map<String, String> balances(String leftOut) {
    Map<String, Map<String, Integer>> amounts = new TreeMap<>();
    for (Entry entry : entries) {
      if (!leftOut.isEmpty() && entry.note().equals(leftOut)) {
        continue;
      }
      Map<String, Integer> order = amounts.computeIfAbsent(entry.order(), id -> new TreeMap<>());
      if (entry.operation().equals("delete")) {
        order.clear();
      } else {
        order.put(entry.transaction(), entry.cents());
      }
    }
    Map<String, String> balances = new TreeMap<>();
    amounts.forEach(
        (order, transactions) -> {
          int cents = transactions.values().stream().mapToInt(Integer::intValue).sum();
          balances.put(order, BigDecimal.valueOf(cents, 2).setScale(2).toPlainString());
        });
    return balances;
  }

  public Map<String, String> balances() {
    return balances("");
  }
}
