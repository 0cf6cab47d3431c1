package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.DatabaseOptions;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.program.output.Table;
import dev.lanekeeper.worker.database.Schema;
import dev.lanekeeper.worker.handler.ledger.OrderReport;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Prints what the ledger handler has made of the orders. */
@Command(
    name = "orders",
    description = {
      "Print the orders that the ledger handler keeps, with their balances, sorted by id.",
      "The columns are those of 'producer-tool.jar balances', so that the two can be compared."
    })
final class OrdersCommand implements Callable<Integer> {
  private static final int CONNECTIONS = 2;

  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private DatabaseOptions database = new DatabaseOptions();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--group",
      paramLabel = "NAME",
      defaultValue = "ledger-worker",
      description = "The consumer group (${DEFAULT-VALUE}).")
  private String group = "ledger-worker";

  @Override
  public Integer call() {
    try (Database open = Database.visit(database.settings(CONNECTIONS, System.getenv()))) {
      new Schema(open).requireCurrent();
      List<OrderReport> orders = OrderReport.read(open.reading(), group);
      table(orders).print(spec.commandLine().getOut(), output.format());
      return ExitCode.OK.code();
    }
  }

  private static Table table(List<OrderReport> orders) {
    Table table = new Table("order_id", "status", "balance", "currency", "operations");
    for (OrderReport order : orders) {
      table.row(
          order.orderId(), order.status(), order.balance(), order.currency(), order.operations());
    }
    return table;
  }
}
