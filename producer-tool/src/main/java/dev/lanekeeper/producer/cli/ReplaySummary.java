package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.send.SendResult;
import dev.lanekeeper.producer.send.SendResult.Failure;
import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.program.output.OutputFormat;
import java.io.PrintWriter;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * What a replay did. Immutable.
 *
 * @param records how many the files hold
 * @param sent how many the broker confirmed
 * @param skippedRows rows without a value
 */
record ReplaySummary(
    boolean dryRun,
    long records,
    long orders,
    long skippedRows,
    long sent,
    Duration elapsed,
    Optional<Failure> failure) {

  static ReplaySummary ofDryRun(CheckResult check) {
    return new ReplaySummary(
        true,
        check.records(),
        check.orders(),
        check.skippedRows(),
        0,
        Duration.ZERO,
        Optional.empty());
  }

  static ReplaySummary of(CheckResult check, SendResult result, Duration elapsed) {
    return new ReplaySummary(
        false,
        check.records(),
        check.orders(),
        check.skippedRows(),
        result.sent(),
        elapsed,
        result.failure());
  }

  void print(PrintWriter out, OutputFormat format) {
    switch (format) {
      case TABLE -> printTable(out);
      case JSON -> out.println(json());
    }
  }

  private void printTable(PrintWriter out) {
    row(out, "records", records);
    row(out, "orders", orders);
    row(out, "skipped rows", skippedRows);
    row(out, "sent", dryRun ? "0 (dry run)" : sent);
    if (!dryRun) {
      row(out, "seconds", seconds());
      row(out, "per second", perSecond());
    }
    if (failure.isPresent()) {
      row(out, "not sent", records - sent);
    }
  }

  private static void row(PrintWriter out, String name, Object value) {
    out.printf("%-13s %s%n", name, value);
  }

  private ObjectNode json() {
    ObjectNode json = JsonNodeFactory.instance.objectNode();
    json.put("dry_run", dryRun);
    json.put("complete", failure.isEmpty() && !dryRun);
    json.put("records", records);
    json.put("orders", orders);
    json.put("skipped_rows", skippedRows);
    json.put("sent", sent);
    json.put("not_sent", records - sent);
    json.put("seconds", seconds());
    json.put("per_second", perSecond());
    failure.ifPresent(stopped -> json.set("failure", json(stopped)));
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

  private BigDecimal seconds() {
    return BigDecimal.valueOf(elapsed.toMillis(), 3);
  }

  private BigDecimal perSecond() {
    return elapsed.toMillis() == 0
        ? BigDecimal.ZERO
        : BigDecimal.valueOf(sent).divide(seconds(), 1, RoundingMode.HALF_UP);
  }
}
