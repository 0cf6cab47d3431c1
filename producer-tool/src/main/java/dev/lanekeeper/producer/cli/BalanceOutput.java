package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.balance.OrderBalance;
import dev.lanekeeper.program.output.OutputFormat;
import dev.lanekeeper.program.output.Table;
import java.io.PrintWriter;
import java.util.List;
import java.util.Locale;

/** Prints balances, in the columns that 'worker.jar orders' has too. */
final class BalanceOutput {
  private BalanceOutput() {}

  static void print(List<OrderBalance> balances, PrintWriter out, OutputFormat format) {
    Table table = new Table("order_id", "status", "balance", "currency", "operations");
    for (OrderBalance order : balances) {
      table.row(
          order.orderId(),
          order.status().name().toLowerCase(Locale.ROOT),
          order.balance().stripTrailingZeros(),
          order.currency(),
          order.operations());
    }
    table.print(out, format);
  }
}
