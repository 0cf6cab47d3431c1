package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.balance.OrderBalance;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Prints balances: a table for people, an array of objects for programs. */
final class BalanceOutput {
  private BalanceOutput() {}

  static void print(List<OrderBalance> balances, PrintWriter out, OutputFormat format) {
    switch (format) {
      case TABLE -> table(balances, out);
      case JSON -> out.println(json(balances));
    }
  }

  private static void table(List<OrderBalance> balances, PrintWriter out) {
    int width = balances.stream().mapToInt(order -> order.orderId().length()).max().orElse(0);
    String layout = "%-" + Math.max("order_id".length(), width) + "s  %-7s %20s %-8s %10s%n";
    out.printf(layout, "order_id", "status", "balance", "currency", "operations");
    for (OrderBalance order : balances) {
      out.printf(
          layout,
          order.orderId(),
          status(order),
          order.balance().toPlainString(),
          order.currency(),
          order.operations());
    }
  }

  private static ArrayNode json(List<OrderBalance> balances) {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (OrderBalance order : balances) {
      ObjectNode json = array.addObject();
      json.put("order_id", order.orderId());
      json.put("status", status(order));
      // Text, since many readers of JSON take a number for a double.
      json.put("balance", order.balance().toPlainString());
      json.put("currency", order.currency());
      json.put("operations", order.operations());
    }
    return array;
  }

  private static String status(OrderBalance order) {
    return order.status().name().toLowerCase(Locale.ROOT);
  }
}
