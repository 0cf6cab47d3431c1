package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.FilesApart;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.output.OutputOptions;
import dev.lanekeeper.worker.cli.groups.Session;
import dev.lanekeeper.worker.verify.ReceiptsFile;
import dev.lanekeeper.worker.verify.Tally;
import dev.lanekeeper.worker.verify.Verification;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Proves that what was sent was applied once and in order, or says what was not. */
@Command(
    name = "verify",
    description = {
      "Compare what was sent with the inbox: what is missing, out of order, applied twice, applied",
      "with other content, held or a dead letter. Beside running workers, too; what is still under",
      "way is missing then. Exit codes: 0 all is right, 65 something is off."
    })
final class VerifyCommand implements Callable<Integer> {
  @Spec private CommandSpec spec = CommandSpec.create();
  @Mixin private CommonOptions common = new CommonOptions();
  @Mixin private Session session = new Session();
  @Mixin private OutputOptions output = new OutputOptions();

  @Option(
      names = "--receipts",
      paramLabel = "FILE",
      description = "What was sent, as 'producer-tool.jar replay --receipts FILE' wrote it (none).")
  private @Nullable Path receipts;

  @Option(
      names = "--ledger",
      paramLabel = "FILE",
      split = ",",
      description = {
        "Instead of receipts: the ledger files that were sent, all of them in the order in which they",
        "were sent. 'producer-tool.jar replay --dry-run' reads them, as the environment says how:",
        "LANEKEEPER_NUMBER_FORMAT and the like; nothing else of this program's settings (none). With",
        "LANEKEEPER_ON_ERROR=skip-order, what that leaves out is named and not compared."
      })
  private List<Path> ledger = new ArrayList<>();

  @Option(
      names = "--producer-tool",
      paramLabel = "JAR",
      description =
          "Where the producer-tool for --ledger is (beside worker.jar, or where it is built).")
  private @Nullable Path producerTool;

  @Option(
      names = "--details",
      paramLabel = "FILE",
      description = "Write every finding there, one JSON object a line (none).")
  private @Nullable Path details;

  @Override
  public Integer call() throws Exception {
    if ((receipts == null) == ledger.isEmpty()) {
      throw new ProgramException(
          ExitCode.USAGE, "say what was sent: --receipts FILE or --ledger FILE, one of the two");
    }
    requireFilesApart();
    if (receipts != null) {
      return verify(receipts, LeftOutOrders.NONE);
    }
    try (LedgerDryRun dryRun = LedgerDryRun.of(ledger, producerTool, spec.commandLine().getErr())) {
      return verify(dryRun.receipts(), dryRun.leftOut());
    }
  }

  /** Before anything is written. */
  private void requireFilesApart() {
    if (details == null) {
      return;
    }
    if (receipts != null) {
      FilesApart.require(details, "--details", receipts, "--receipts");
    }
    for (Path file : ledger) {
      if (Files.isDirectory(file)) {
        FilesApart.requireOutside(details, "--details", file, "--ledger");
      } else {
        FilesApart.require(details, "--details", file, "--ledger");
      }
    }
  }

  private int verify(Path sent, LeftOutOrders leftOut) throws Exception {
    try (ReceiptsFile file = ReceiptsFile.open(sent);
        VerifyReport report = VerifyReport.open(details)) {
      Tally tally = session.run(database -> compare(database, file, report));
      report.print(tally, leftOut, spec.commandLine().getOut(), output.format());
      return (tally.isRight() ? ExitCode.OK : ExitCode.DATA).code();
    }
  }

  private Tally compare(Database database, ReceiptsFile file, VerifyReport report) {
    return new Verification(
            database.reading(), session.consumerGroup(), session.topic(), report::take)
        .compare(file::next);
  }
}
