package dev.lanekeeper.producer.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.program.Program;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

/** Commands that read ledgers, as they are typed. */
class ProducerToolTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void dryRunChecksAndSummarises() {
    RunOfTool run = run("replay", "--dry-run", "--output", "json", LedgerFiles.ofCase("C15.jsonl"));

    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEmpty();
    assertThat(json(run.out()))
        .isEqualTo(
            json(
                """
                {"dry_run":true,"complete":false,"outcome":"checked","records":3,"orders":1,"skipped_rows":2,
                 "sent":0,"sent_before":0,"refused":0,"unknown":0,"not_sent":3,"left_out":0,
                 "seconds":0.000,"per_second":0,"incomplete_orders":[]}
                """));
  }

  @Test
  void summaryIsATableForPeople() {
    assertThat(run("replay", "--dry-run", LedgerFiles.ofCase("C11.csv")).out())
        .isEqualTo(
            """
            records       5
            orders        1
            skipped rows  0
            sent          0 (dry run)
            """);
  }

  @Test
  void everyProblemOfEveryFileIsToldAndNothingSent() {
    Path first = LedgerFiles.ofCase("C3.csv");
    Path second = LedgerFiles.ofCase("C4.csv");

    RunOfTool run = run("replay", "--endpoints", "127.0.0.1:1", first, second);

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .isEqualTo(
            first
                + ": line 1: column 'amount' stands twice; leave one out\n"
                + second
                + ": line 5 (record 2): amount \"oops\": not a plain decimal; write it like"
                + " 1234.56\n"
                + "error: 2 problems; correct the files and run the command again\n");
  }

  @Test
  void validateListsEveryProblemAndEndsWithBadData() throws IOException {
    Path file =
        LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + "add,A,t1,0,1,EUR,,,\n".repeat(23));

    RunOfTool run = run("validate", file);

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.out().lines()).hasSize(23).allMatch(line -> line.contains("seq \"0\""));
    assertThat(run("validate", LedgerFiles.ofCase("C11.csv")).out())
        .isEqualTo("5 records of 1 orders, no problem\n");
  }

  @Test
  void orderIsLeftOutFromItsFirstWrongRecordOn() throws IOException {
    Path file =
        LedgerFiles.write(
            folder,
            "l.csv",
            LedgerFiles.HEADER
                + "create,A,t1,1,1,EUR,,,\nadd,A,t3,3,1,EUR,,,\ncreate,B,t1,1,1,EUR,,,\n"
                + "add,A,t2,2,oops,EUR,,,\nadd,A,t4,4,1,EUR,,,\n");

    RunOfTool run = run("replay", "--dry-run", "--on-error", "skip-order", file);

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.out())
        .isEqualTo(
            """
            records       5
            orders        2
            skipped rows  0
            left out      3
            sent          0 (dry run)
            incomplete    1 orders
              A: nothing confirmed, 4 to go, left out from seq 2 on
            """);
    assertThat(run.err()).endsWith("order 'A' is left out from seq 2 on\n");
  }

  @DisplayName("A file without records is bad input, not a success that sends nothing")
  @ParameterizedTest
  @ValueSource(strings = {"C1.empty.csv", "C1.header-only.csv", "C1.blank.jsonl"})
  void fileWithoutRecordsIsBadInput(String name) {
    Path file = LedgerFiles.ofCase(name);

    assertThat(run("validate", file).exitCode()).isEqualTo(65);
    RunOfTool replay = run("replay", "--endpoints", "127.0.0.1:1", file);
    assertThat(replay.exitCode()).isEqualTo(65);
    assertThat(replay.err()).startsWith(file + ": no records\n");
  }

  @DisplayName("The encoding is an option, too")
  @Test
  void encodingIsAnOption() {
    Path file = LedgerFiles.ofCase("C1.utf16le.csv");

    assertThat(run("validate", "--encoding", "UTF-16", file).exitCode()).isZero();
    assertThat(run("validate", file).exitCode()).isEqualTo(65);
  }

  @Test
  void wrongRecordOfNobodyStopsAllTheSame() throws IOException {
    Path file =
        LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + "create,A,t1,1,1,EUR,,,\nadd,A\n");

    RunOfTool run = run("replay", "--dry-run", "--on-error", "skip-order", file);

    assertThat(run.exitCode()).isEqualTo(65);
    assertThat(run.out()).isEmpty();
  }

  @Test
  void numberFormatIsDeclaredForTheRun() throws IOException {
    Path file =
        LedgerFiles.write(
            folder,
            "l.csv",
            LedgerFiles.HEADER + "create,A,t1,1,\"1.488,69\",EUR,,,\nadd,A,t2,2,1.5,EUR,,,\n");

    RunOfTool run = run("validate", "--number-format", "comma-grouped", file);

    assertThat(run.out())
        .isEqualTo(
            file
                + ": line 3: amount \"1.5\": not spelled as --number-format comma-grouped has it;"
                + " write it like 1.234,56\n");
  }

  @Test
  void problemsBeyondTwentyAreCounted() throws IOException {
    Path file =
        LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + "add,A,t1,0,1,EUR,,,\n".repeat(23));

    assertThat(run("replay", "--dry-run", file).err())
        .contains("\n… and 3 more\nerror: 23 problems");
  }

  @Test
  void proxyThatIsNotThereIsToldPlainly() {
    RunOfTool run =
        run(
            "replay",
            "--endpoints",
            "127.0.0.1:1",
            "--client-log-level",
            "off",
            LedgerFiles.ofCase("C11.csv"));

    assertThat(run.exitCode()).isEqualTo(69);
    assertThat(run.out()).isEmpty();
    assertThat(run.err())
        .startsWith("error: no RocketMQ proxy at 127.0.0.1:1 (")
        .endsWith("is the proxy running? check --endpoints, --tls\n");
  }

  @DisplayName("Programs get a summary of bad input and of a proxy that is not there too")
  @Test
  void programsGetASummaryWhenNothingIsSentToo() throws IOException {
    Path wrong =
        LedgerFiles.write(folder, "l.csv", LedgerFiles.HEADER + "add,A,t1,0,1,EUR,,,\n".repeat(23));
    Object[] options = {
      "--output", "json", "--endpoints", "127.0.0.1:1", "--client-log-level", "off"
    };

    RunOfTool bad = run(all(options, "replay", wrong));
    assertThat(bad.exitCode()).isEqualTo(65);
    assertThat(json(bad.out()).path("first_problems").values())
        .hasSize(20)
        .allMatch(problem -> problem.asString().contains("seq \"0\""));
    assertThat(bad.out())
        .contains("\"complete\":false,\"outcome\":\"bad_input\",\"exit_code\":65")
        .contains("\"sent\":0,\"problems\":23");

    RunOfTool unavailable = run(all(options, "replay", LedgerFiles.ofCase("C11.csv")));
    assertThat(unavailable.exitCode()).isEqualTo(69);
    assertThat(json(unavailable.out()).path("error").asString())
        .startsWith("no RocketMQ proxy at 127.0.0.1:1");
    assertThat(unavailable.out())
        .contains("\"outcome\":\"unavailable\",\"exit_code\":69")
        .contains("\"sent\":0,\"problems\":0,\"first_problems\":[]");
  }

  @Test
  void anyFileIsReplayedByTheNamesOfItsFields() throws IOException {
    Path file = LedgerFiles.write(folder, "stock.csv", "warehouse,move,n\nA,m1,1\nA,m2,2\n");
    Path receipts = folder.resolve("receipts.jsonl");
    Object[] names = {"--group-field", "warehouse", "--id-field", "move", "--sequence-field", "n"};

    RunOfTool run =
        run(all(names, "replay", "--type", "stock.v1", "--dry-run", "--receipts", receipts, file));
    assertThat(run.exitCode()).as(run.err()).isZero();
    assertThat(Files.readAllLines(receipts))
        .hasSize(2)
        .first()
        .asString()
        .contains("\"source\":\"/records/stock.v1\"", "\"id\":\"m1\"", "\"group\":\"A\"");
    assertThat(run(all(names, "validate", "--type", "stock.v1", file)).out())
        .isEqualTo("2 records of 1 orders, no problem\n");
    assertThat(run(all(names, "validate", file)).err())
        .contains("needs --group-field, --id-field and --type");
    assertThat(run(all(names, "validate", "--type", "a b", file)).exitCode()).isEqualTo(64);
    assertThat(run(all(names, "validate", "--type", "a", "--whole-orders", file)).exitCode())
        .isEqualTo(64);
  }

  @Test
  void lifeOfWholeOrdersIsCheckedOnDemand() {
    Path file = LedgerFiles.ofCase("C17.jsonl");

    assertThat(run("validate", file).out().lines()).hasSize(3);
    assertThat(run("validate", "--whole-orders", file).out().lines()).hasSize(9);
    assertThat(run("replay", "--dry-run", "--whole-orders", file).err()).contains("9 problems");
  }

  @Test
  void fileThatCannotBeReadOrWrittenIsAnInputOutputError() {
    RunOfTool missing = run("replay", "--dry-run", folder.resolve("none.csv"));
    assertThat(missing.exitCode()).isEqualTo(74);
    assertThat(missing.err()).endsWith("none.csv: there is no such file\n");

    Path nowhere = folder.resolve("none").resolve("receipts.jsonl");
    RunOfTool unwritable =
        run("replay", "--dry-run", "--receipts", nowhere, LedgerFiles.ofCase("C11.csv"));
    assertThat(unwritable.exitCode()).isEqualTo(74);
    assertThat(unwritable.err()).contains(nowhere + ": cannot be written");
  }

  @Test
  void settingsComeFromTheEnvironmentToo() {
    StringWriter out = new StringWriter();
    int code =
        new Program(
                Map.of("LANEKEEPER_DRY_RUN", "true", "LANEKEEPER_OUTPUT", "json"),
                new PrintWriter(out),
                new PrintWriter(new StringWriter()))
            .run(new ProducerTool(), "replay", LedgerFiles.ofCase("C11.csv").toString());

    assertThat(code).isZero();
    assertThat(out.toString()).startsWith("{\"dry_run\":true");
  }

  private static JsonNode json(String text) {
    return CanonicalJson.read(text.getBytes(StandardCharsets.UTF_8));
  }

  private static Object[] all(Object[] some, Object... others) {
    List<Object> all = new ArrayList<>(List.of(others));
    all.addAll(List.of(some));
    return all.toArray();
  }

  private static RunOfTool run(Object... arguments) {
    return RunOfTool.of(arguments);
  }
}
