package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.PrintWriter;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Parameters;

/** The ledger files of a command; a picocli mixin. Filled by picocli, then only read. */
final class LedgerArguments {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description = "Ledger files: .csv with a header, or .jsonl (JSON Lines), in this order.")
  private List<Path> files = List.of();

  /**
   * Checks all of them.
   *
   * @param err where every problem is told, as far as they are not too many
   * @throws ProgramException when there is one
   */
  CheckResult checked(PrintWriter err) {
    CheckResult result = LedgerCheck.of(files.stream().map(LedgerFile::new).toList());
    if (result.isClean()) {
      return result;
    }
    result.problems().forEach(err::println);
    long more = result.problemCount() - result.problems().size();
    if (more > 0) {
      err.println("… and " + more + " more");
    }
    throw new ProgramException(
        ExitCode.DATA,
        "%d problem%s; correct the files and run the command again"
            .formatted(result.problemCount(), result.problemCount() == 1 ? "" : "s"));
  }
}
