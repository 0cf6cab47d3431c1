package dev.lanekeeper.producer.check;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.check.PlacedRows.Row;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.program.sort.TextDigest;
import org.jspecify.annotations.Nullable;

/** A transaction is added once, and modified only behind that. For one thread. */
final class TransactionLives implements AutoCloseable {
  private final PlacedRows rows = new PlacedRows();
  private final TextDigest digest = new TextDigest();
  private @Nullable Row before;

  void add(LedgerRecord record, Place place) {
    if (record.transactionId().isEmpty() || record.operation() == LedgerOperation.DELETE) {
      return;
    }
    long[] key = digest.of(record.orderId(), record.transactionId().get());
    rows.add(key[0], key[1], place.sequence(), record.operation().ordinal(), place);
  }

  void find(AcrossRecords.Findings findings) {
    rows.forEach(
        row -> {
          Row earlier = before;
          boolean first = earlier == null || !row.hasKeyOf(earlier);
          if (first && operation(row) == LedgerOperation.MODIFY) {
            findings.take(
                row,
                (order, places) ->
                    "modifies a transaction that order '%s' does not have".formatted(order));
          } else if (earlier != null && !first && isAddedAgain(row, earlier)) {
            findings.take(
                row,
                (order, places) ->
                    "adds a transaction that order '%s' has since seq %d; modify it"
                        .formatted(order, earlier.sequence()));
          }
          before = row;
        });
  }

  private static boolean isAddedAgain(Row row, Row earlier) {
    return operation(row) == LedgerOperation.ADD && row.sequence() != earlier.sequence();
  }

  private static LedgerOperation operation(Row row) {
    return LedgerOperation.values()[(int) row.what()];
  }

  @Override
  public void close() {
    rows.close();
  }
}
