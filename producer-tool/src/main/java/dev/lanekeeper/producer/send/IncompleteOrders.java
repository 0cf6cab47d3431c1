package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.check.CheckedFile;
import dev.lanekeeper.producer.check.CheckedRecords;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/** Tells how far each order has come that is not sent to its end. For one thread and one use. */
public final class IncompleteOrders {
  private final Confirmations confirmations;
  private final Map<String, Long> lastConfirmed = new HashMap<>();
  private final Map<String, Long> unconfirmed = new LinkedHashMap<>();
  private long number;

  /**
   * An order with records that are not confirmed. Immutable.
   *
   * @param lastConfirmed the sequence of the last record that is; empty when none is
   * @param unconfirmed how many are not
   */
  public record IncompleteOrder(String orderId, OptionalLong lastConfirmed, long unconfirmed) {}

  private IncompleteOrders(Confirmations confirmations) {
    this.confirmations = confirmations;
  }

  /** Reads the files once more; in the order in which the missing records stand. */
  public static List<IncompleteOrder> of(List<CheckedFile> files, Confirmations confirmations) {
    IncompleteOrders orders = new IncompleteOrders(confirmations);
    CheckedRecords.recall(
        files,
        (position, record, sequence) -> {
          orders.look(record.messageGroup(), sequence);
          return true;
        });
    return orders.unconfirmed.entrySet().stream()
        .map(order -> orders.order(order.getKey(), order.getValue()))
        .toList();
  }

  private void look(String orderId, long sequence) {
    if (confirmations.contains(number++)) {
      lastConfirmed.put(orderId, sequence);
    } else {
      unconfirmed.merge(orderId, 1L, Long::sum);
    }
  }

  private IncompleteOrder order(String orderId, long missing) {
    Long last = lastConfirmed.get(orderId);
    return new IncompleteOrder(
        orderId, last == null ? OptionalLong.empty() : OptionalLong.of(last), missing);
  }
}
