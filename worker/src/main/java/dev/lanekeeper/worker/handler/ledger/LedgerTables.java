package dev.lanekeeper.worker.handler.ledger;

import dev.lanekeeper.api.Message;
import java.math.BigDecimal;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.SqlStatement;

/** The tables of the sample domain. Stateless and thread-safe. */
final class LedgerTables {

  private static final String FIND_ORDER =
      """
      select status, currency, balance
        from ledger_order
       where consumer_group = :consumer_group and order_id = :order_id
      """;

  private static final String CREATE_ORDER =
      """
      insert into ledger_order
        (consumer_group, order_id, status, currency, balance, operations, changed_at)
      values
        (:consumer_group, :order_id, 'open', :currency, :amount, 1, current_timestamp)
      """;

  private static final String CHANGE_ORDER =
      """
      update ledger_order
         set status = :status,
             balance = :balance,
             operations = operations + 1,
             changed_at = current_timestamp
       where consumer_group = :consumer_group and order_id = :order_id
      """;

  private static final String FIND_AMOUNT =
      """
      select amount
        from ledger_transaction
       where consumer_group = :consumer_group and order_id = :order_id and txn_id = :txn_id
       order by entry_number desc
       fetch first 1 row only
      """;

  private static final String RECORD =
      """
      insert into ledger_transaction
        (consumer_group, order_id, txn_id, operation, sequence, amount, occurred_at, note,
         applied_at)
      values
        (:consumer_group, :order_id, :txn_id, :operation, :sequence, :amount, :occurred_at, :note,
         current_timestamp)
      """;

  Optional<LedgerOrder> findOrder(Handle handle, Message message, LedgerEntry entry) {
    return bind(handle.createQuery(FIND_ORDER), message, entry)
        .map(
            (row, context) ->
                new LedgerOrder(
                    row.getString("status"),
                    row.getString("currency"),
                    row.getBigDecimal("balance")))
        .findOne();
  }

  void createOrder(Handle handle, Message message, LedgerEntry entry) {
    bind(handle.createUpdate(CREATE_ORDER), message, entry)
        .bind("currency", entry.currency())
        .bind("amount", entry.amount())
        .execute();
  }

  void changeOrder(
      Handle handle, Message message, LedgerEntry entry, String status, BigDecimal balance) {
    bind(handle.createUpdate(CHANGE_ORDER), message, entry)
        .bind("status", status)
        .bind("balance", balance)
        .execute();
  }

  /** The amount that a transaction has now. */
  Optional<BigDecimal> findAmount(Handle handle, Message message, LedgerEntry entry) {
    return bind(handle.createQuery(FIND_AMOUNT), message, entry)
        .bind("txn_id", entry.transactionId())
        .mapTo(BigDecimal.class)
        .findOne();
  }

  void record(Handle handle, Message message, LedgerEntry entry) {
    bind(handle.createUpdate(RECORD), message, entry)
        .bind("txn_id", entry.transactionId())
        .bind("operation", entry.operation().tag())
        .bind("sequence", message.sequence())
        .bind("amount", entry.amount())
        // Cut, not rounded, so that the row agrees with the message up to the microsecond.
        .bind("occurred_at", entry.occurredAt().map(time -> time.truncatedTo(ChronoUnit.MICROS)))
        .bind("note", entry.note())
        .execute();
  }

  private static <S extends SqlStatement<S>> S bind(
      S statement, Message message, LedgerEntry entry) {
    return statement
        .bind("consumer_group", message.consumerGroup())
        .bind("order_id", entry.orderId());
  }
}
