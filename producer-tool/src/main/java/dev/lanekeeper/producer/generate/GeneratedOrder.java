package dev.lanekeeper.producer.generate;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Money;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.Currency;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;

/** One order of a synthetic ledger while it grows. For one thread. */
final class GeneratedOrder {
  private static final List<String> CURRENCIES = List.of("EUR", "USD", "GBP", "JPY", "KWD");
  private static final List<String> NOTES =
      List.of(
          "", "", "", "", "refund, partial", "called \"urgent\"", "Kaffee für zwei", "2nd item");

  private final String id;
  private final String currency;
  private final int operations;
  private int sequence;
  private int transactions;

  GeneratedOrder(int number, int operations, Random random) {
    this.id = "ORD-%06d".formatted(number);
    this.currency = CURRENCIES.get(random.nextInt(CURRENCIES.size()));
    this.operations = operations;
  }

  boolean isComplete() {
    return sequence == operations;
  }

  LedgerRecord next(OffsetDateTime time, Random random) {
    sequence++;
    boolean end = isComplete();
    LedgerOperation operation = operation(end, random);
    boolean delete = operation == LedgerOperation.DELETE;
    return new LedgerRecord(
        operation,
        id,
        delete ? Optional.empty() : Optional.of(transaction(operation, random)),
        OptionalLong.of(sequence),
        delete ? Optional.empty() : Optional.of(money(random)),
        Optional.of(time),
        Optional.of(NOTES.get(random.nextInt(NOTES.size()))).filter(note -> !note.isEmpty()),
        end && (delete || random.nextInt(2) == 0));
  }

  private LedgerOperation operation(boolean end, Random random) {
    if (sequence == 1) {
      return LedgerOperation.CREATE;
    }
    int dice = random.nextInt(10);
    if (end && dice < 3) {
      return LedgerOperation.DELETE;
    }
    return dice < 7 ? LedgerOperation.ADD : LedgerOperation.MODIFY;
  }

  private String transaction(LedgerOperation operation, Random random) {
    if (operation == LedgerOperation.MODIFY) {
      return "t" + (1 + random.nextInt(transactions));
    }
    transactions++;
    return "t" + transactions;
  }

  private Money money(Random random) {
    int decimals = Currency.getInstance(currency).getDefaultFractionDigits();
    long sign = random.nextInt(8) == 0 ? -1 : 1;
    return new Money(BigDecimal.valueOf(sign * (1 + random.nextInt(999_999)), decimals), currency);
  }
}
