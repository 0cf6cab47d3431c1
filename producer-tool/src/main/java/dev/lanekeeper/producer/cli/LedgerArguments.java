package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.check.LedgerCheck;
import dev.lanekeeper.producer.check.LeftOut;
import dev.lanekeeper.producer.read.InputFormat;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.LedgerFiles;
import dev.lanekeeper.producer.read.ReadingRules;
import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.producer.record.NumberFormat;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.PrintWriter;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The ledger files of a command; a picocli mixin. Filled by picocli, then only read. */
final class LedgerArguments {
  @Parameters(
      paramLabel = "FILE",
      arity = "1..*",
      description =
          "Ledger files, plain or gzip, in this order: .csv with a header, .jsonl (JSON Lines),"
              + " .json; a folder for all of these in it, sorted; - for standard input.")
  private List<Path> files = List.of();

  @Option(
      names = "--input-format",
      paramLabel = "INPUT_FORMAT",
      description =
          "The format of all files: ${COMPLETION-CANDIDATES} (told by their names; needed for -).")
  private @Nullable InputFormat format;

  @Option(
      names = "--encoding",
      paramLabel = "NAME",
      description = "The encoding of all files, which is decoded strictly (UTF-8).")
  private Charset encoding = StandardCharsets.UTF_8;

  @Option(
      names = "--number-format",
      paramLabel = "NUMBER_FORMAT",
      defaultValue = "dot",
      description =
          "How amounts are spelled, but for JSON numbers: dot (1234.56), comma (1234,56),"
              + " dot-grouped (1,234.56), comma-grouped (1.234,56); one for all files"
              + " (${DEFAULT-VALUE}).")
  private NumberFormat numbers = NumberFormat.DOT;

  /** The files and folders as they are named. */
  List<Path> given() {
    return files;
  }

  /** The ledger files to read. Takes standard input, so ask once. */
  List<LedgerFile> files() {
    return files(Optional.empty());
  }

  /**
   * The files to read. Takes standard input, so ask once.
   *
   * @param otherData which fields are what, where they are no ledgers
   */
  List<LedgerFile> files(Optional<FieldNames> otherData) {
    return LedgerFiles.of(
        files,
        new ReadingRules(encoding, Optional.ofNullable(format), numbers, otherData),
        System.in);
  }

  /**
   * Checks all of them.
   *
   * @param err where every problem is told, as far as they are not too many
   * @throws ProgramException when there is one
   */
  CheckResult checked(PrintWriter err) {
    CheckResult result = LedgerCheck.of(files());
    return result.isClean() ? result : refused(result, Optional.empty(), err);
  }

  /**
   * Checks all of them, and cuts off the orders with problems where that is wanted.
   *
   * @param err where every problem is told, as far as they are not too many
   * @param listener is told what was found
   * @throws ProgramException when there is a problem, and no cutting helps
   */
  CheckResult checked(
      CheckOptions checking, PrintWriter err, OnError onError, Consumer<CheckResult> listener) {
    CheckResult result =
        LedgerCheck.of(files(checking.otherData()), checking.areWholeOrders(), problem -> {});
    listener.accept(result);
    if (result.isClean()) {
      return result;
    }
    return refused(
        result, onError == OnError.SKIP_ORDER ? result.leftOut() : Optional.empty(), err);
  }

  private static CheckResult refused(
      CheckResult result, Optional<LeftOut> leftOut, PrintWriter err) {
    result.problems().forEach(err::println);
    long more = result.problemCount() - result.problems().size();
    if (more > 0) {
      err.println("… and " + more + " more");
    }
    if (leftOut.isEmpty()) {
      throw problems(result);
    }
    new TreeMap<>(leftOut.get().from())
        .forEach(
            (order, from) -> err.printf("order '%s' is left out from seq %d on%n", order, from));
    return result.without(leftOut.get());
  }

  /** The error that ends a command which found problems. */
  static ProgramException problems(CheckResult result) {
    return new ProgramException(
        ExitCode.DATA,
        "%d problem%s; correct the files and run the command again"
            .formatted(result.problemCount(), result.problemCount() == 1 ? "" : "s"));
  }
}
