package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.balance.Balances;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.output.OutputOptions;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code balances}: what the orders in ledger files come to. */
@Command(
    name = "balances",
    description = {
      "Prints what each order of the files comes to.",
      "",
      "Applies every record once and in sequence, as a worker should have. Connects to nothing."
    })
final class BalancesCommand implements Callable<Integer> {
  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Mixin private LedgerArguments ledger = new LedgerArguments();

  @Mixin private OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    CheckResult check = ledger.checked(spec.commandLine().getErr());
    BalanceOutput.print(Balances.of(check.files()), spec.commandLine().getOut(), output.format());
    return ExitCode.OK.code();
  }
}
