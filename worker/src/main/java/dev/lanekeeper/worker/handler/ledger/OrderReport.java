package dev.lanekeeper.worker.handler.ledger;

import java.math.BigDecimal;
import java.util.Comparator;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/** An order as a report shows it. Immutable. */
public record OrderReport(
    String orderId, String status, BigDecimal balance, String currency, int operations) {

  private static final String READ =
      """
      select order_id, status, balance, currency, operations
        from ledger_order
       where consumer_group = :consumer_group
      """;

  /** All orders of a consumer group, sorted by id, character by character on every database. */
  public static List<OrderReport> read(Jdbi jdbi, String consumerGroup) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(READ)
                .bind("consumer_group", consumerGroup)
                .map(
                    (row, context) ->
                        new OrderReport(
                            row.getString("order_id"),
                            row.getString("status"),
                            row.getBigDecimal("balance").stripTrailingZeros(),
                            row.getString("currency"),
                            row.getInt("operations")))
                .stream()
                .sorted(Comparator.comparing(OrderReport::orderId))
                .toList());
  }
}
