package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import java.io.PrintWriter;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code validate}: what 'replay' would refuse. */
@Command(
    name = "validate",
    description = {
      "Lists everything that 'replay' would refuse.",
      "",
      "Prints each problem on a line: file, line, what is wrong and what to write. Connects to "
          + "nothing. Ends with 65 when there is a problem."
    })
final class ValidateCommand implements Callable<Integer> {
  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Mixin private LedgerArguments ledger = new LedgerArguments();
  @Mixin private CheckOptions checking = new CheckOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    PrintWriter out = spec.commandLine().getOut();
    CheckResult result =
        LedgerCheck.of(ledger.files(checking.otherData()), checking.areWholeOrders(), out::println);
    out.flush();
    if (!result.isClean()) {
      throw LedgerArguments.problems(result);
    }
    out.printf("%d records of %d orders, no problem%n", result.records(), result.orders());
    return ExitCode.OK.code();
  }
}
