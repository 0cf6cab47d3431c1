package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Receipts of the messages that a ledger's records become, written by the producer-tool itself, so
 * that no second reading of ledgers can differ from the one that sends. In a temporary file that
 * goes when this is closed.
 */
final class LedgerDryRun implements AutoCloseable {
  private static final String JAR = "producer-tool.jar";
  private static final String PREFIX = "LANEKEEPER_";

  /** What the producer-tool is told of how to read a ledger. All else is this program's own. */
  private static final Set<String> READING =
      Set.of(
          "INPUT_FORMAT",
          "ENCODING",
          "NUMBER_FORMAT",
          "WHOLE_ORDERS",
          "ON_ERROR",
          "GROUP_FIELD",
          "ID_FIELD",
          "SEQUENCE_FIELD",
          "TYPE");

  private final Path receipts;
  private LeftOutOrders leftOut = LeftOutOrders.NONE;

  private LedgerDryRun(Path receipts) {
    this.receipts = receipts;
  }

  /**
   * Runs it to its end.
   *
   * @param producerTool its jar; null to look beside this program's own
   * @param err where it says what is wrong with the ledger
   * @throws ProgramException when it cannot be run, or refuses the ledger
   */
  static LedgerDryRun of(List<Path> ledger, @Nullable Path producerTool, PrintWriter err)
      throws InterruptedException {
    try {
      LedgerDryRun dryRun = new LedgerDryRun(Files.createTempFile("lanekeeper-dry-run", ".jsonl"));
      try {
        dryRun.run(ledger, producerTool == null ? found() : producerTool, err);
        return dryRun;
      } catch (IOException | InterruptedException | RuntimeException failure) {
        dryRun.close();
        throw failure;
      }
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.IO, "the dry run of the ledger failed: " + failure.getMessage(), failure);
    }
  }

  private void run(List<Path> ledger, Path jar, PrintWriter err)
      throws IOException, InterruptedException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-jar", jar.toString(), "replay", "--dry-run", "--output", "json"));
    command.addAll(List.of("--receipts", receipts.toString()));
    ledger.forEach(file -> command.add(file.toString()));
    Path summary = Files.createTempFile("lanekeeper-dry-run", ".json");
    try {
      int code = exitCode(command, summary, err);
      leftOut = LeftOutOrders.of(Files.readAllBytes(summary));
      // With skip-order it ends so too where there is a rest, of which are the receipts.
      if (code != ExitCode.OK.code() && (code != ExitCode.DATA.code() || leftOut.isEmpty())) {
        throw refused(code);
      }
    } finally {
      Files.delete(summary);
    }
  }

  private static int exitCode(List<String> command, Path summary, PrintWriter err)
      throws IOException, InterruptedException {
    ProcessBuilder builder = new ProcessBuilder(command).redirectOutput(summary.toFile());
    builder.environment().keySet().removeIf(LedgerDryRun::isOwn);
    Process process = builder.start();
    process.getOutputStream().close();
    try {
      process.errorReader(StandardCharsets.UTF_8).lines().forEach(err::println);
      return process.waitFor();
    } finally {
      process.destroy();
    }
  }

  /**
   * Whether a variable is a setting of this program, such as its {@code --config} file, which names
   * settings that the producer-tool does not have, or its secrets, which that does not need.
   */
  static boolean isOwn(String variable) {
    return variable.startsWith(PREFIX) && !READING.contains(variable.substring(PREFIX.length()));
  }

  private static ProgramException refused(int code) {
    return new ProgramException(
        Arrays.stream(ExitCode.values())
            .filter(known -> known.code() == code)
            .findFirst()
            .orElse(ExitCode.SOFTWARE),
        "the producer-tool would not send this ledger (it ended with %d)".formatted(code));
  }

  private static Path found() {
    Path own =
        Path.of(LedgerDryRun.class.getProtectionDomain().getCodeSource().getLocation().getPath())
            .toAbsolutePath();
    Optional<Path> jar =
        Stream.of(JAR, "../../producer-tool/target/" + JAR)
            .map(place -> own.resolveSibling(place).normalize())
            .filter(Files::exists)
            .findFirst();
    return jar.orElseThrow(
        () ->
            new ProgramException(
                ExitCode.CONFIGURATION,
                "no %s beside %s; name it with --producer-tool JAR".formatted(JAR, own)));
  }

  Path receipts() {
    return receipts;
  }

  /** What they are not about. */
  LeftOutOrders leftOut() {
    return leftOut;
  }

  @Override
  public void close() {
    try {
      Files.deleteIfExists(receipts);
    } catch (IOException failure) {
      throw new ProgramException(
          ExitCode.IO, receipts + ": cannot be removed: " + failure.getMessage(), failure);
    }
  }
}
