package dev.lanekeeper.worker.cli;

import dev.lanekeeper.api.internal.CanonicalJson;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;

/**
 * What a replay with {@code --on-error skip-order} leaves out of a ledger, as its summary says, and
 * what 'verify' does not compare therefore. Immutable.
 *
 * @param records how many
 */
record LeftOutOrders(long records, List<Order> orders) {
  static final LeftOutOrders NONE = new LeftOutOrders(0, List.of());

  /** Orders that the text names. */
  private static final int SHOWN = 20;

  LeftOutOrders {
    orders = List.copyOf(orders);
  }

  /** An order that is left out from a sequence on. Immutable. */
  record Order(String orderId, long from) {}

  /** Reads the summary of a dry run; nothing is left out where that says nothing of it. */
  static LeftOutOrders of(byte[] summary) {
    JsonNode json;
    try {
      json = CanonicalJson.read(summary);
    } catch (JacksonException none) { // It ended before it could tell.
      return NONE;
    }
    List<Order> orders = new ArrayList<>();
    for (JsonNode order : json.path("incomplete_orders").values()) {
      if (order.has("left_out_from_seq")) {
        orders.add(
            new Order(
                order.path("order_id").asString(""), order.path("left_out_from_seq").asLong(0)));
      }
    }
    return new LeftOutOrders(json.path("left_out").asLong(0), orders);
  }

  boolean isEmpty() {
    return records == 0;
  }

  void print(PrintWriter out) {
    if (isEmpty()) {
      return;
    }
    out.printf("%d records of %d orders are left out, not compared%n", records, orders.size());
    orders.stream()
        .limit(SHOWN)
        .forEach(order -> out.printf("  %s: from seq %d on%n", order.orderId(), order.from()));
    if (orders.size() > SHOWN) {
      out.printf("  … and %d more: --output json%n", orders.size() - SHOWN);
    }
  }

  void addTo(ArrayNode list) {
    orders.forEach(
        order -> list.addObject().put("order_id", order.orderId()).put("from_seq", order.from()));
  }
}
