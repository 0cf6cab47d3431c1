package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.send.IncompleteOrders;
import dev.lanekeeper.producer.send.IncompleteOrders.IncompleteOrder;
import dev.lanekeeper.producer.send.SendResult;
import dev.lanekeeper.producer.send.SendResult.Failure;
import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.program.output.OutputFormat;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a replay did. Immutable.
 *
 * @param records how many the files hold
 * @param leftOut how many of them belong to what is left out of orders with a wrong record
 * @param skippedRows rows without a value
 * @param incomplete the orders that are not sent to their end
 */
record ReplaySummary(
    boolean dryRun,
    long records,
    long leftOut,
    long orders,
    long skippedRows,
    SendResult result,
    Duration elapsed,
    List<IncompleteOrder> incomplete) {

  /** Orders that the table names; JSON names all. */
  private static final int SHOWN = 20;

  static ReplaySummary ofDryRun(CheckResult check) {
    return new ReplaySummary(
        true,
        check.records() + check.leftOutRecords(),
        check.leftOutRecords(),
        check.orders(),
        check.skippedRows(),
        new SendResult(0, 0, List.of()),
        Duration.ZERO,
        check.leftOutRecords() == 0 ? List.of() : IncompleteOrders.leftOut(check.files()));
  }

  static ReplaySummary of(
      CheckResult check, SendResult result, Duration elapsed, List<IncompleteOrder> incomplete) {
    return new ReplaySummary(
        false,
        check.records() + check.leftOutRecords(),
        check.leftOutRecords(),
        check.orders(),
        check.skippedRows(),
        result,
        elapsed,
        incomplete);
  }

  void print(PrintWriter out, OutputFormat format) {
    switch (format) {
      case TABLE -> printTable(out);
      case JSON -> out.println(json());
    }
  }

  /** Whether every record is confirmed. */
  boolean isComplete() {
    return isSent() && leftOut == 0;
  }

  /** Whether every record is confirmed that is not left out. */
  boolean isSent() {
    return !dryRun && result.confirmed() == records - leftOut && result.broken().isEmpty();
  }

  private String outcome() {
    if (dryRun) {
      return leftOut == 0 ? "checked" : "bad_input";
    }
    if (isComplete()) {
      return "complete";
    }
    return result.hasConfirmed() ? "partly_sent" : "not_sent";
  }

  private long notSent() {
    return records
        - leftOut
        - result.sent()
        - result.confirmedBefore()
        - result.refused()
        - result.unknown();
  }

  private void printTable(PrintWriter out) {
    row(out, "records", records);
    row(out, "orders", orders);
    row(out, "skipped rows", skippedRows);
    if (leftOut > 0) {
      row(out, "left out", leftOut);
    }
    row(out, "sent", dryRun ? "0 (dry run)" : result.sent());
    if (result.confirmedBefore() > 0) {
      row(out, "sent before", result.confirmedBefore());
    }
    if (!dryRun) {
      row(out, "seconds", seconds());
      row(out, "per second", perSecond());
    }
    if (!dryRun && !isComplete()) {
      row(out, "refused", result.refused());
      row(out, "unknown", result.unknown());
      row(out, "not sent", notSent());
    }
    if (!incomplete.isEmpty()) {
      row(out, "incomplete", incomplete.size() + " orders");
      incomplete.stream().limit(SHOWN).forEach(order -> printOrder(out, order));
      if (incomplete.size() > SHOWN) {
        out.printf("  … and %d more: --output json%n", incomplete.size() - SHOWN);
      }
    }
  }

  private static void printOrder(PrintWriter out, IncompleteOrder order) {
    out.printf(
        "  %s: %s, %d to go%s%n",
        order.orderId(),
        order.lastConfirmed().isPresent()
            ? "confirmed up to seq " + order.lastConfirmed().getAsLong()
            : "nothing confirmed",
        order.unconfirmed(),
        order.leftOutFrom().isPresent()
            ? ", left out from seq " + order.leftOutFrom().getAsLong() + " on"
            : "");
  }

  private static void row(PrintWriter out, String name, Object value) {
    out.printf("%-13s %s%n", name, value);
  }

  private ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("dry_run", dryRun);
    json.put("complete", isComplete());
    json.put("outcome", outcome());
    json.put("records", records);
    json.put("orders", orders);
    json.put("skipped_rows", skippedRows);
    json.put("sent", result.sent());
    json.put("sent_before", result.confirmedBefore());
    json.put("refused", result.refused());
    json.put("unknown", result.unknown());
    json.put("not_sent", notSent());
    json.put("left_out", leftOut);
    json.put("seconds", seconds());
    json.put("per_second", perSecond());
    result.failure().ifPresent(stopped -> json.set("failure", json(stopped)));
    ArrayNode list = json.putArray("incomplete_orders");
    incomplete.forEach(order -> list.add(json(order)));
    return json;
  }

  private static ObjectNode json(Failure stopped) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("file", stopped.position().file().toString());
    json.put("line", stopped.position().line());
    json.put("order_id", stopped.orderId());
    json.put("seq", stopped.sequence());
    json.put("reason", ClientFailure.of(stopped.cause()).name().toLowerCase(Locale.ROOT));
    return json;
  }

  private static ObjectNode json(IncompleteOrder order) {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("order_id", order.orderId());
    if (order.lastConfirmed().isPresent()) {
      json.put("last_confirmed_seq", order.lastConfirmed().getAsLong());
    } else {
      json.putNull("last_confirmed_seq");
    }
    json.put("unconfirmed", order.unconfirmed());
    order.leftOutFrom().ifPresent(first -> json.put("left_out_from_seq", first));
    return json;
  }

  private BigDecimal seconds() {
    return BigDecimal.valueOf(elapsed.toMillis(), 3);
  }

  private BigDecimal perSecond() {
    return elapsed.toMillis() == 0
        ? BigDecimal.ZERO
        : BigDecimal.valueOf(result.sent()).divide(seconds(), 1, RoundingMode.HALF_UP);
  }
}
