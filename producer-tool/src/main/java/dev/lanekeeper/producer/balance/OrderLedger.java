package dev.lanekeeper.producer.balance;

import dev.lanekeeper.producer.balance.OrderBalance.Status;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Money;
import java.math.BigDecimal;
import java.util.HashMap;
import java.util.Map;

/** One order while its records are applied in sequence. For one thread. */
final class OrderLedger {
  private final String orderId;
  private final String currency;
  private final Map<String, BigDecimal> amounts = new HashMap<>();
  private Status status = Status.OPEN;
  private boolean ended;
  private long operations;

  /**
   * @param first the record that must create it
   * @throws ImpossibleRecordException when it does something else
   */
  OrderLedger(LedgerRecord first) throws ImpossibleRecordException {
    orderId = first.orderId();
    currency = first.money().map(Money::currency).orElse("");
    switch (first.operation()) {
      case CREATE -> set(first);
      case ADD, MODIFY, DELETE ->
          throw new ImpossibleRecordException("comes before the order's create");
    }
    count(first);
  }

  /** Applies the order's next record. */
  void apply(LedgerRecord record) throws ImpossibleRecordException {
    if (ended || status == Status.DELETED) {
      throw new ImpossibleRecordException("comes after the order's end");
    }
    switch (record.operation()) {
      case CREATE -> throw new ImpossibleRecordException("creates the order again");
      case ADD -> {
        if (amounts.containsKey(transaction(record))) {
          throw new ImpossibleRecordException("adds a transaction that exists; modify it");
        }
        set(record);
      }
      case MODIFY -> {
        if (!amounts.containsKey(transaction(record))) {
          throw new ImpossibleRecordException("modifies a transaction that does not exist");
        }
        set(record);
      }
      case DELETE -> {
        status = Status.DELETED;
        amounts.clear();
      }
    }
    count(record);
  }

  private void set(LedgerRecord record) throws ImpossibleRecordException {
    Money money = record.money().orElseThrow();
    if (!money.currency().equals(currency)) {
      throw new ImpossibleRecordException(
          "is in " + money.currency() + ", and the order in " + currency);
    }
    amounts.put(transaction(record), money.amount());
  }

  private static String transaction(LedgerRecord record) {
    return record.transactionId().orElseThrow();
  }

  private void count(LedgerRecord record) {
    operations++;
    ended = record.last();
  }

  OrderBalance balance() {
    BigDecimal sum = amounts.values().stream().reduce(BigDecimal.ZERO, BigDecimal::add);
    return new OrderBalance(orderId, status, sum, currency, operations);
  }

  /** Says what a record does that cannot be. */
  static final class ImpossibleRecordException extends Exception {
    private static final long serialVersionUID = 1L;

    private final String problem;

    ImpossibleRecordException(String problem) {
      super(problem, null, false, false);
      this.problem = problem;
    }

    String problem() {
      return problem;
    }
  }
}
