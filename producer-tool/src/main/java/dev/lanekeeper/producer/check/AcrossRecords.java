package dev.lanekeeper.producer.check;

import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.OtherRecord;
import dev.lanekeeper.producer.record.Position;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * What must hold among records however far apart they stand, found in bounded memory. For one
 * thread and one use.
 */
final class AcrossRecords implements AutoCloseable {
  private final List<LedgerFile> files;
  private final Repeats repeats = new Repeats();
  private final Identities identities = new Identities();
  private final OrderLives orders = new OrderLives();
  private final TransactionLives transactions = new TransactionLives();
  private String[] names = new String[0];

  AcrossRecords(List<LedgerFile> files) {
    this.files = files;
  }

  /** What is wrong with a record. Immutable. */
  record Problem(int file, Position position, String text, String messageGroup, long sequence) {}

  /** Takes problems, each with the row of its record, and the one that it does not agree with. */
  interface Findings {
    void take(PlacedRows.Row row, Wording wording);
  }

  /** Says what is wrong. */
  interface Wording {
    String of(String messageGroup, Places places);
  }

  /** Names the place of a record. */
  interface Places {
    Position of(PlacedRows.Row row);
  }

  /** Remembers the id of a record of other data. */
  void addIdentity(OtherRecord other, Place place) {
    identities.add(other, place);
  }

  /** Remembers what a record does to its order. */
  void addLife(LedgerRecord ledger, Place place) {
    orders.add(ledger, place);
    transactions.add(ledger, place);
  }

  /** Reads the files once more for those orders whose sequences may have come twice. */
  void addRepeats(Map<String, OrderCheck> of) {
    repeats.read(files, of);
  }

  /** Finds what is wrong with the orders; of one record there may be several problems. */
  void forEachProblem(Collection<OrderCheck> of, Consumer<Problem> receiver) {
    Findings findings =
        (row, wording) -> {
          String name = name(of, row.order());
          String text = wording.of(name, this::position);
          receiver.accept(new Problem(row.file(), position(row), text, name, row.sequence()));
        };
    repeats.find(findings);
    identities.find(findings);
    orders.find(findings);
    transactions.find(findings);
  }

  private String name(Collection<OrderCheck> orders, int number) {
    if (names.length == 0) { // Mostly nobody asks.
      names = new String[orders.size()];
      orders.forEach(order -> names[order.number()] = order.id());
    }
    return names[number];
  }

  private Position position(PlacedRows.Row row) {
    return row.position(files.get(row.file()).name());
  }

  @Override
  public void close() {
    repeats.close();
    identities.close();
    orders.close();
    transactions.close();
  }
}
