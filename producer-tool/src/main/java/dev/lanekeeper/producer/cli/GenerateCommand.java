package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.balance.Balances;
import dev.lanekeeper.producer.generate.Disturbance;
import dev.lanekeeper.producer.generate.DisturbedLedger;
import dev.lanekeeper.producer.generate.LedgerFormat;
import dev.lanekeeper.producer.generate.LedgerGenerator;
import dev.lanekeeper.producer.generate.LedgerWriter;
import dev.lanekeeper.program.CommonOptions;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.output.OutputOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.Writer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** {@code generate}: writes a synthetic ledger. */
@Command(
    name = "generate",
    description = {
      "Writes a made-up ledger.",
      "",
      "The operations of many orders stand interleaved, each order's in sequence. The same numbers "
          + "give the same file."
    })
final class GenerateCommand implements Callable<Integer> {
  private static final int STEEPEST = 10;

  @SuppressWarnings("UnusedVariable") // Program reads it.
  @Mixin
  private CommonOptions common = new CommonOptions();

  @Option(names = "--orders", required = true, paramLabel = "N", description = "How many orders.")
  private int orders;

  @Option(
      names = "--operations",
      required = true,
      paramLabel = "M",
      description = "How many records in all, at least one for each order.")
  private int operations;

  @Option(names = "--seed", required = true, paramLabel = "S", description = "Any whole number.")
  private long seed;

  @Option(
      names = "--skew",
      paramLabel = "S",
      defaultValue = "0",
      description = {
        "How unevenly the records are spread over the orders: the exponent of a Zipf distribution,",
        "where 1 gives the n-th order an n-th of the first one's records (${DEFAULT-VALUE}: evenly)."
      })
  private double skew;

  @Option(
      names = "--duplicates",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "How many of the records stand there twice, from 0 to 1 (${DEFAULT-VALUE}).")
  private double duplicates;

  @Option(
      names = "--reorder",
      paramLabel = "SHARE",
      defaultValue = "0",
      description =
          "How many stand behind the next record of their order, from 0 to 1 (${DEFAULT-VALUE}).")
  private double reorder;

  @Option(
      names = "--bad",
      paramLabel = "SHARE",
      defaultValue = "0",
      description = "How many have a value that is refused, from 0 to 1 (${DEFAULT-VALUE}).")
  private double bad;

  @Option(
      names = "--format",
      paramLabel = "LEDGER_FORMAT",
      defaultValue = "csv",
      description = "${COMPLETION-CANDIDATES} (${DEFAULT-VALUE}).")
  private LedgerFormat format = LedgerFormat.CSV;

  @Option(
      names = "--out",
      paramLabel = "FILE",
      description = "Where to write it, over what is there (standard output).")
  private @Nullable Path out;

  @Option(
      names = "--balances",
      fallbackValue = "true",
      description =
          "Print the final balances, without what is wrong, to standard output; needs --out.")
  private boolean balances;

  @Mixin private OutputOptions output = new OutputOptions();

  @Spec private CommandSpec spec = CommandSpec.create();

  @Override
  public Integer call() {
    check();
    PrintWriter standardOutput = spec.commandLine().getOut();
    Balances result = new Balances();
    try {
      if (out == null) {
        generate(standardOutput, result);
        standardOutput.flush();
      } else {
        try (Writer writer = Files.newBufferedWriter(out)) {
          generate(writer, result);
        }
      }
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.IO, "cannot write " + out + ": " + failure.getMessage(), failure);
    }
    if (balances) {
      BalanceOutput.print(result.list(), standardOutput, output.format());
    }
    return ExitCode.OK.code();
  }

  private void check() {
    requireShare("--duplicates", duplicates);
    requireShare("--reorder", reorder);
    requireShare("--bad", bad);
    if (!(skew >= 0 && skew <= STEEPEST)) {
      throw new ProgramException(
          ExitCode.USAGE, "--skew %s: give a number from 0 to %d".formatted(skew, STEEPEST));
    }
    if (orders < 1 || operations < orders) {
      throw new ProgramException(
          ExitCode.USAGE,
          "--orders %d --operations %d: write at least 1 order and 1 operation for each"
              .formatted(orders, operations));
    }
    if (balances && out == null) {
      throw new ProgramException(
          ExitCode.USAGE, "--balances needs --out FILE, since both would go to standard output");
    }
  }

  private static void requireShare(String option, double share) {
    if (!(share >= 0 && share <= 1)) {
      throw new ProgramException(
          ExitCode.USAGE, "%s %s: give a share from 0 to 1".formatted(option, share));
    }
  }

  private void generate(Writer writer, Balances result) throws IOException {
    // Not closed here: the writer may be standard output, which others still use.
    LedgerWriter ledger = format.writeTo(writer);
    Disturbance disturbance = new Disturbance(duplicates, reorder, bad);
    DisturbedLedger disturbed = new DisturbedLedger(disturbance, seed, ledger::write);
    LedgerGenerator.generate(
        orders,
        operations,
        skew,
        seed,
        record -> {
          disturbed.take(record);
          if (balances) {
            result.add("generated", record, record.sequence().orElseThrow());
          }
        });
    disturbed.finish();
    ledger.flush();
    if (!disturbance.equals(Disturbance.NONE)) {
      spec.commandLine().getErr().println(disturbed);
    }
  }
}
