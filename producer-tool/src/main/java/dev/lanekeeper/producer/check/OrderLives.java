package dev.lanekeeper.producer.check;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.check.PlacedRows.Row;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Money;
import org.jspecify.annotations.Nullable;

/**
 * An order begins with a create, goes on without a gap, in one currency, and is over with its
 * delete or its last record. For one thread.
 */
final class OrderLives implements AutoCloseable {
  private static final int LAST = 8;
  private static final int CURRENCY = 16;

  private final PlacedRows rows = new PlacedRows();
  private @Nullable Row before;
  private long currency;
  private long end;

  void add(LedgerRecord record, Place place) {
    long what = record.operation().ordinal() | (record.last() ? LAST : 0);
    what += CURRENCY * record.money().map(OrderLives::number).orElse(0L);
    rows.add(place.order().number(), place.sequence(), what, place);
  }

  /** Three letters. */
  private static long number(Money money) {
    long number = 0;
    for (char letter : money.currency().toCharArray()) {
      number = number * 32 + (letter - 'A' + 1);
    }
    return number;
  }

  void find(AcrossRecords.Findings findings) {
    rows.forEach(
        row -> {
          Row earlier = before;
          if (earlier == null || earlier.order() != row.order()) {
            begin(row, findings);
          } else if (row.sequence() != earlier.sequence()) {
            goOn(row, earlier.sequence(), findings);
          }
          before = row;
        });
  }

  private void begin(Row row, AcrossRecords.Findings findings) {
    currency = row.what() / CURRENCY;
    end = 0;
    if (row.sequence() > 1) {
      gap(row, 1, findings);
    }
    if (operation(row) != LedgerOperation.CREATE) {
      findings.take(
          row,
          (order, places) ->
              "%s comes before the create of order '%s'".formatted(operation(row).tag(), order));
    }
    close(row);
  }

  private void goOn(Row row, long previous, AcrossRecords.Findings findings) {
    if (row.sequence() > previous + 1) {
      gap(row, previous + 1, findings);
    }
    if (end > 0) {
      long last = end;
      findings.take(
          row,
          (order, places) ->
              "%s comes behind the end of order '%s', which is seq %d"
                  .formatted(operation(row).tag(), order, last));
    } else if (operation(row) == LedgerOperation.CREATE) {
      findings.take(row, (order, places) -> "creates order '%s' again".formatted(order));
    }
    long own = row.what() / CURRENCY;
    if (own != 0 && currency != 0 && own != currency) {
      findings.take(
          row,
          (order, places) ->
              "order '%s' began in another currency; correct it, or give what is paid in this one an order of its own"
                  .formatted(order));
    }
    close(row);
  }

  private static void gap(Row row, long missing, AcrossRecords.Findings findings) {
    findings.take(
        row,
        (order, places) ->
            "order '%s' has seq %d, and seq %d is missing"
                .formatted(order, row.sequence(), missing));
  }

  private void close(Row row) {
    boolean isEnd = operation(row) == LedgerOperation.DELETE || (row.what() & LAST) != 0;
    if (end == 0 && isEnd) {
      end = row.sequence();
    }
  }

  private static LedgerOperation operation(Row row) {
    return LedgerOperation.values()[(int) (row.what() & 3)];
  }

  @Override
  public void close() {
    rows.close();
  }
}
