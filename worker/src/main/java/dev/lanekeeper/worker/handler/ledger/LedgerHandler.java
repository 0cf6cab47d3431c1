package dev.lanekeeper.worker.handler.ledger;

import dev.lanekeeper.api.ConflictingMessageException;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.api.RejectedMessageException;
import java.math.BigDecimal;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Keeps orders with their balances: create opens an order with its first amount, add adds one,
 * modify replaces an earlier one, delete closes the order at zero. The row of the order needs no
 * lock of its own: one message of its group is processed at a time. Stateless and thread-safe.
 */
public final class LedgerHandler implements MessageHandler {
  private final LedgerTables tables = new LedgerTables();

  @Override
  public Optional<String> messageGroupOf(Message message) {
    return Optional.of(LedgerEntry.read(message.body()).orderId());
  }

  @Override
  public Optional<String> handle(Message message, Handle handle) {
    LedgerEntry entry = LedgerEntry.read(message.body());
    switch (entry.operation()) {
      case CREATE -> create(message, handle, entry);
      case ADD -> add(message, handle, entry);
      case MODIFY -> modify(message, handle, entry);
      case DELETE -> delete(message, handle, entry);
    }
    tables.record(handle, message, entry);
    return Optional.empty();
  }

  private void create(Message message, Handle handle, LedgerEntry entry) {
    if (tables.findOrder(handle, message, entry).isPresent()) {
      throw new ConflictingMessageException("order " + entry.orderId() + " exists already");
    }
    tables.createOrder(handle, message, entry);
  }

  private void add(Message message, Handle handle, LedgerEntry entry) {
    LedgerOrder order = openOrder(message, handle, entry);
    if (tables.findAmount(handle, message, entry).isPresent()) {
      throw new ConflictingMessageException(
          "order " + entry.orderId() + " has a transaction " + entry.transactionId() + " already");
    }
    change(message, handle, entry, order.balance().add(entry.amount()));
  }

  private void modify(Message message, Handle handle, LedgerEntry entry) {
    LedgerOrder order = openOrder(message, handle, entry);
    BigDecimal before =
        tables
            .findAmount(handle, message, entry)
            .orElseThrow(
                () ->
                    new RejectedMessageException(
                        "order "
                            + entry.orderId()
                            + " has no transaction "
                            + entry.transactionId()
                            + " to modify"));
    change(message, handle, entry, order.balance().subtract(before).add(entry.amount()));
  }

  private void delete(Message message, Handle handle, LedgerEntry entry) {
    existingOrder(message, handle, entry);
    tables.changeOrder(handle, message, entry, LedgerOrder.DELETED, BigDecimal.ZERO);
  }

  private void change(Message message, Handle handle, LedgerEntry entry, BigDecimal balance) {
    tables.changeOrder(handle, message, entry, LedgerOrder.OPEN, balance);
  }

  private LedgerOrder openOrder(Message message, Handle handle, LedgerEntry entry) {
    LedgerOrder order = existingOrder(message, handle, entry);
    if (!order.currency().equals(entry.currency())) {
      throw new RejectedMessageException(
          "order "
              + entry.orderId()
              + " is in "
              + order.currency()
              + ", the transaction in "
              + entry.currency());
    }
    return order;
  }

  private LedgerOrder existingOrder(Message message, Handle handle, LedgerEntry entry) {
    LedgerOrder order =
        tables
            .findOrder(handle, message, entry)
            .orElseThrow(
                () -> new RejectedMessageException("order " + entry.orderId() + " does not exist"));
    if (order.isDeleted()) {
      throw new RejectedMessageException("order " + entry.orderId() + " was deleted");
    }
    return order;
  }
}
