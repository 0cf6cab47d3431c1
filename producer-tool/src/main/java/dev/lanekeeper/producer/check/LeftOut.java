package dev.lanekeeper.producer.check;

import java.util.Map;
import java.util.OptionalLong;

/**
 * Which records of orders with a wrong record are not sent: those from a sequence on, wherever they
 * stand, so that what is sent of an order has no hole. {@link WrongOrders} finds them. Immutable.
 *
 * @param from the first sequence that is left out, by order id
 */
public record LeftOut(Map<String, Long> from) {
  static final LeftOut NOTHING = new LeftOut(Map.of());

  public LeftOut {
    from = Map.copyOf(from);
  }

  boolean has(String orderId) {
    return from.containsKey(orderId);
  }

  boolean has(String orderId, long sequence) {
    Long first = from.get(orderId);
    return first != null && sequence >= first;
  }

  /** The first sequence that is left out of an order; empty when nothing is. */
  public OptionalLong of(String orderId) {
    Long first = from.get(orderId);
    return first == null ? OptionalLong.empty() : OptionalLong.of(first);
  }
}
