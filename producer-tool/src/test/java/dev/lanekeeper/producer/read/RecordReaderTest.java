package dev.lanekeeper.producer.read;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.program.ProgramException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordReaderTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void columnsMayStandInAnyOrder() throws IOException {
    Reading reading =
        read("l.csv", "currency,amount,txn_id,order_id,op\nEUR,1,t1,SO-1,create\n").get(0);

    assertThat(text(reading, Field.AMOUNT)).isEqualTo("1");
    assertThat(text(reading, Field.ORDER_ID)).isEqualTo("SO-1");
  }

  @Test
  void everyWrongColumnIsNamed() throws IOException {
    assertThat(problems("l.csv", "op,orderid,txn_id,seq,ammount,price\ncreate,1,t1,1,1,1\n"))
        .containsExactly(
            "1: unknown column 'orderid'; did you mean 'order_id'?",
            "1: unknown column 'ammount'; did you mean 'amount'?",
            "1: unknown column 'price'; leave it out",
            "1: column 'order_id' is missing",
            "1: column 'amount' is missing",
            "1: column 'currency' is missing");
  }

  @Test
  void readingGoesOnBehindAnUnevenRow() throws IOException {
    assertThat(read("l.csv", LedgerFiles.HEADER + "add\nadd,SO-1,t1,1,1,EUR,,,\n"))
        .satisfiesExactly(
            first -> assertThat(first).isInstanceOf(Reading.Malformed.class),
            second -> assertThat(second).isInstanceOf(Reading.Found.class));
  }

  @Test
  void textBehindAQuoteIsToldWithItsLine() throws IOException {
    assertThat(problems("l.csv", LedgerFiles.HEADER + "add,\"SO\"1,t1,1,1,EUR,,,\n"))
        .containsExactly("2: text behind a closing quote; write a quote within a field twice");
  }

  @Test
  void bytesThatAreNotUtf8AreToldWithTheirPlace() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    bytes.write((LedgerFiles.HEADER + "create,caf").getBytes(UTF_8));
    bytes.write(0xE9);
    bytes.write(",t1,1,1,EUR,,,\n".getBytes(UTF_8));
    Path file = Files.write(folder.resolve("latin.csv"), bytes.toByteArray());

    assertThat(problems(file))
        .containsExactly(
            "2: byte 72 is not UTF-8; save the file as UTF-8, or name its encoding with --encoding");
  }

  @Test
  void characterCutOffAtTheEndIsNotUtf8() throws IOException {
    Path file = Files.write(folder.resolve("cut.jsonl"), new byte[] {'{', (byte) 0xC3});

    assertThat(problems(file))
        .containsExactly(
            "1: byte 2 is not UTF-8; save the file as UTF-8, or name its encoding with --encoding");
  }

  @Test
  void charactersAcrossBuffersAreRead() throws IOException {
    String note = "x".repeat(65_000) + "é🧾".repeat(10_000);

    Reading reading = read("l.jsonl", "{\"note\":\"" + note + "\"}").get(0);

    assertThat(text(reading, Field.NOTE)).isEqualTo(note);
  }

  @Test
  void quoteThatNeverClosesIsBoundedInMemory() throws IOException {
    String rows = "add,SO-1,t1,1,1,EUR,,x,\n".repeat(500_000);

    assertThat(problems("l.csv", LedgerFiles.HEADER + "add,\"SO-1,t1,1,1,EUR,,x,\n" + rows))
        .singleElement()
        .satisfies(problem -> assertThat(problem).startsWith("2: a quote opens here"));
  }

  @Test
  void jsonThatIsNoObjectOfPlainValuesIsTold() throws IOException {
    assertThat(
            problems(
                "l.ndjson",
                """
                {"op":"add","lines":1}
                {"op":["add"]}
                "add"
                {"op":"add"
                {"op":"add",}
                {'op':"add"}
                """))
        .satisfiesExactly(
            p -> assertThat(p).isEqualTo("1: unknown key 'lines'; leave it out"),
            p -> assertThat(p).startsWith("2: key 'op' holds an object or array"),
            p -> assertThat(p).startsWith("3: no JSON object; write one object a line"),
            p -> assertThat(p).startsWith("4: the object has no end"),
            p -> assertThat(p).startsWith("5: no JSON: "),
            p -> assertThat(p).startsWith("6: no JSON: "));
  }

  @Test
  void nullAndEmptyTextCountAsAbsent() throws IOException {
    Reading reading = read("l.jsonl", "{\"seq\":null,\"note\":\"\",\"amount\":600.00}").get(0);

    assertThat(((Reading.Found) reading).record().values())
        .containsOnlyKeys(Field.AMOUNT)
        .allSatisfy((field, value) -> assertThat(value.text()).isEqualTo("600.00"));
  }

  @Test
  void formatIsInTheName() throws IOException {
    Path file = Files.createFile(folder.resolve("ledger.txt"));

    assertThatThrownBy(() -> new LedgerFile(file).open())
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("name it .csv or .jsonl");
    assertThatThrownBy(() -> new LedgerFile(folder.resolve("none.csv")).open())
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("there is no such file");
    Path directory = Files.createDirectory(folder.resolve("d.csv"));
    assertThatThrownBy(() -> new LedgerFile(directory).open())
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("not a regular file");
  }

  private static String text(Reading reading, Field field) {
    assertThat(reading).isInstanceOf(Reading.Found.class);
    return requireNonNull(((Reading.Found) reading).record().values().get(field)).text();
  }

  private List<Reading> read(String name, String content) throws IOException {
    return read(LedgerFiles.write(folder, name, content));
  }

  private static List<Reading> read(Path file) throws IOException {
    List<Reading> readings = new ArrayList<>();
    try (RecordReader reader = new LedgerFile(file).open()) {
      Optional<Reading> next = reader.next();
      while (next.isPresent()) {
        readings.add(next.get());
        next = reader.next();
      }
    }
    return readings;
  }

  private List<String> problems(String name, String content) throws IOException {
    return problems(LedgerFiles.write(folder, name, content));
  }

  private static List<String> problems(Path file) throws IOException {
    return read(file).stream()
        .filter(Reading.Malformed.class::isInstance)
        .map(Reading.Malformed.class::cast)
        .map(malformed -> malformed.position().line() + ": " + malformed.problem())
        .toList();
  }
}
