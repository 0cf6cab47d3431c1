package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.producer.LedgerFiles;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** {@code generate} and {@code balances}. */
class GenerateCommandTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void generatedFileHasTheBalancesThatGenerateAndBalancesPrint() {
    Path file = folder.resolve("generated.csv");

    RunOfTool generated =
        RunOfTool.of(
            "generate",
            "--orders",
            "10",
            "--operations",
            "80",
            "--seed",
            "7",
            "--balances",
            "--output",
            "json",
            "--out",
            file);
    RunOfTool balances = RunOfTool.of("balances", "--output", "json", file);

    assertThat(generated.exitCode()).isZero();
    assertThat(balances.out()).isEqualTo(generated.out());
    assertThat(json(balances.out()).size()).isEqualTo(10);
    assertThat(json(balances.out()).get(0).propertyNames())
        .containsExactly("order_id", "status", "balance", "currency", "operations");
  }

  @Test
  void balancesAreATableForPeople() throws IOException {
    Path file =
        LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + "create,A,t1,,1.50,EUR,,,\n");

    assertThat(RunOfTool.of("balances", file).out())
        .isEqualTo(
            """
            order_id  status  balance  currency  operations
            A         open        1.5  EUR                1
            """);
  }

  @Test
  void ledgerGoesToStandardOutputAndSoCannotItsBalances() {
    assertThat(RunOfTool.of("generate", "--orders", "1", "--operations", "2", "--seed", "1").out())
        .startsWith(LedgerFiles.HEADER + "create,ORD-000001,t1,1,");
    RunOfTool both =
        RunOfTool.of("generate", "--orders", "1", "--operations", "2", "--seed", "1", "--balances");
    assertThat(both.exitCode()).isEqualTo(64);
    assertThat(both.err()).contains("--balances needs --out FILE");
  }

  @Test
  void impossibleNumbersAreRefused() {
    RunOfTool run = RunOfTool.of("generate", "--orders", "3", "--operations", "2", "--seed", "1");

    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("at least 1 order and 1 operation for each");
  }

  @Test
  void sharesAndSkewAreBounded() {
    for (String option : List.of("--duplicates", "--reorder", "--bad")) {
      RunOfTool run =
          RunOfTool.of("generate", "--orders", 1, "--operations", 2, "--seed", 1, option, "1.5");
      assertThat(run.exitCode()).isEqualTo(64);
      assertThat(run.err()).isEqualTo("error: " + option + " 1.5: give a share from 0 to 1\n");
    }
    RunOfTool run =
        RunOfTool.of("generate", "--orders", 1, "--operations", 2, "--seed", 1, "--skew", "NaN");
    assertThat(run.exitCode()).isEqualTo(64);
    assertThat(run.err()).contains("--skew NaN: give a number from 0 to 10");
  }

  @Test
  void whatWasDisturbedIsTold() {
    Path file = folder.resolve("l.csv");
    RunOfTool run =
        RunOfTool.of(
            "generate",
            "--orders",
            20,
            "--operations",
            2000,
            "--seed",
            3,
            "--skew",
            "1.2",
            "--bad",
            "0.01",
            "--reorder",
            "0.02",
            "--duplicates",
            "0.03",
            "--out",
            file);

    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .matches("2000 records; \\d+ written twice, \\d+ behind their successor, \\d+ wrong\n");
    RunOfTool check = RunOfTool.of("replay", "--dry-run", "--on-error", "skip-order", file);
    assertThat(check.exitCode()).isEqualTo(65);
    assertThat(check.out()).contains("records");
  }

  @Test
  void sampleLedgersAreClean() {
    Path orders = Path.of("samples/orders-1000.csv");
    Path firstSteps = Path.of("samples/first-steps.jsonl");

    assertThat(RunOfTool.of("balances", orders).exitCode()).isZero();
    assertThat(RunOfTool.of("balances", firstSteps).exitCode()).isZero();
    assertThat(RunOfTool.of("replay", "--dry-run", orders).out())
        .startsWith("records       1000\norders        100\n");
    assertThat(
            RunOfTool.of(
                    "generate", "--orders", "100", "--operations", "1000", "--seed", "20260101")
                .out())
        .isEqualTo(read(orders));
  }

  private static String read(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException failure) {
      throw new UncheckedIOException(failure);
    }
  }

  private static JsonNode json(String text) {
    return CanonicalJson.read(text.getBytes(StandardCharsets.UTF_8));
  }
}
