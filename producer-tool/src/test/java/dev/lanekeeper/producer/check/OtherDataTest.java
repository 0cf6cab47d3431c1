package dev.lanekeeper.producer.check;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.producer.LedgerFiles;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.RecordMessages;
import dev.lanekeeper.producer.read.LedgerFile;
import dev.lanekeeper.producer.read.ReadingRules;
import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.producer.record.NumberFormat;
import dev.lanekeeper.program.ProgramException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are no ledgers. */
class OtherDataTest {
  private static final FieldNames STOCK =
      new FieldNames("warehouse", "move", Optional.of("n"), "com.example.stock.v1");

  @TempDir private Path folder = Path.of("");

  @Test
  void rowsBecomeMessagesOfTheirGroups() throws IOException {
    Path file =
        write("l.csv", "n,warehouse,move,item\n1,Süd 1,m-1,\"a, b\"\n2,Süd 1,m-2,\n7,N,m-3,x\n");

    List<LedgerMessage> messages = messages(STOCK, file);
    assertThat(messages)
        .extracting(LedgerMessage::messageGroup, LedgerMessage::sequence, LedgerMessage::dedupKey)
        .containsExactly(
            tuple("Süd 1", 1L, key("m-1")),
            tuple("Süd 1", 2L, key("m-2")),
            tuple("N", 7L, key("m-3")));
    assertThat(messages.get(0).properties())
        .containsEntry("CE_type", "com.example.stock.v1")
        .containsEntry("CE_subject", "Süd 1")
        .containsEntry("partitionkey", "Süd 1")
        .containsEntry("sequence", "1");
    assertThat(messages).extracting(LedgerMessage::tag).containsOnly("com.example.stock.v1");
    assertThat(new String(messages.get(1).body(), UTF_8))
        .isEqualTo("{\"item\":\"\",\"move\":\"m-2\",\"n\":\"2\",\"warehouse\":\"Süd 1\"}");
  }

  @Test
  void jsonIsSentAsItStandsWhateverItHolds() throws IOException {
    String line =
        "{ \"move\":42,\"warehouse\":\"W\", \"n\":3,\"kg\":1e999999999,\"parts\":[{\"a\":1.10}]}";
    List<LedgerMessage> messages = messages(STOCK, write("l.jsonl", line + " \n\n"));

    assertThat(messages).hasSize(1);
    assertThat(new String(messages.get(0).body(), UTF_8)).isEqualTo(line);
    assertThat(messages.get(0).dedupKey()).isEqualTo(key("42"));
  }

  @Test
  void withoutASequenceFileOrderTells() throws IOException {
    FieldNames names = new FieldNames("warehouse", "move", Optional.empty(), "t");
    Path first = write("1.csv", "warehouse,move\nA,1\nB,2\n");
    Path second = write("2.jsonl", "{\"warehouse\":\"A\",\"move\":\"3\"}\n");

    assertThat(messages(names, first, second))
        .extracting(LedgerMessage::messageGroup, LedgerMessage::sequence)
        .containsExactly(tuple("A", 1L), tuple("B", 1L), tuple("A", 2L));
  }

  @Test
  void everyFieldIsChecked() throws IOException {
    Path file =
        write(
            "l.jsonl",
            "{\"warehouse\":\"A\",\"n\":1}\n{\"warehouse\":\"A\",\"move\":\"\",\"n\":2}\n"
                + "{\"warehouse\":null,\"move\":\"3\",\"n\":3}\n"
                + "{\"warehouse\":{\"x\":1},\"move\":\"4\",\"n\":4}\n"
                + "{\"warehouse\":\"A\",\"move\":\"5\",\"n\":1.5}\n"
                + "{\"warehouse\":\"A\",\"move\":\"6\",\"n\":0}\n"
                + "{\"warehouse\":\""
                + "g".repeat(64)
                + "\",\"move\":\"7\",\"n\":7}\n"
                + "{\"warehouse\":\"A\",\"move\":\""
                + "m".repeat(256)
                + "\",\"n\":8}\n"
                + "{\"warehouse\":\"A\\t\",\"move\":\"9\",\"n\":9}\n"
                + "[1]\n{\"move\":1,\"move\":2}\n{\"move\":1\n");

    assertThat(problems(STOCK, file))
        .satisfiesExactly(
            p ->
                assertThat(p)
                    .isEqualTo("line 1: field 'move': missing or empty; every record has it"),
            p ->
                assertThat(p)
                    .isEqualTo("line 2: field 'move': missing or empty; every record has it"),
            p -> assertThat(p).startsWith("line 3: field 'warehouse': missing or empty"),
            p ->
                assertThat(p)
                    .isEqualTo("line 4: field 'warehouse': write a text or a whole number"),
            p -> assertThat(p).isEqualTo("line 5: field 'n': write a text or a whole number"),
            p -> assertThat(p).startsWith("line 6: field 'n' \"0\": not a whole number from 1"),
            p -> assertThat(p).endsWith("64 bytes in UTF-8; at most 63"),
            p -> assertThat(p).endsWith("256 bytes in UTF-8; at most 255"),
            p ->
                assertThat(p)
                    .startsWith("line 9: field 'warehouse' \"A\\u0009\": control character"),
            p -> assertThat(p).isEqualTo("line 10: no JSON object; write one object a line"),
            p -> assertThat(p).startsWith("line 11: no JSON: "),
            p -> assertThat(p).startsWith("line 12: no JSON: "));
  }

  @Test
  void columnsAreCheckedInTheHeader() throws IOException {
    assertThat(problems(STOCK, write("l.csv", "warehous,move,n,n\nA,1,1,1\n")))
        .containsExactly(
            "line 1: column 'n' stands twice; name one of them differently",
            "line 1: column 'warehouse' is missing; did you mean 'warehous'?");
  }

  @Test
  void sequenceRisesWithinAGroup() throws IOException {
    Path file = write("l.csv", "n,warehouse,move\n5,A,1\n3,B,2\n5,A,3\n4,A,4\n6,A,5\n");

    assertThat(problems(STOCK, file))
        .containsExactly(
            "line 4: sequence 5 of group 'A' stands behind 5; it has to rise",
            "line 5: sequence 4 of group 'A' stands behind 5; it has to rise");
  }

  @Test
  void idBelongsToOneRecordOnly() throws IOException {
    Path first = write("1.csv", "n,warehouse,move\n1,A,x\n1,B,y\n");
    Path second = write("2.csv", "n,warehouse,move\n2,A,z\n2,B,x\n");

    CheckResult check = check(STOCK, first, second);
    assertThat(check.problems())
        .containsExactly(
            second
                + ": line 3: its id is that of another record too ("
                + first
                + ": line 2); give each its own");
    assertThat(check.leftOut().orElseThrow().from()).containsOnlyKeys("B");
  }

  /** Public case B9, as data that is no ledger: its lines 3 to 6 repeat the id of line 2. */
  @Test
  void repeatsOfAPublicCaseAreFound() {
    FieldNames names = new FieldNames("order_id", "txn_id", Optional.of("seq"), "hoard.v1");
    List<String> problems = problems(names, LedgerFiles.ofCase("B9.jsonl"));

    assertThat(problems).hasSize(4).allMatch(p -> p.contains("sequence 2 of group 'H-1'"));
  }

  @Test
  void arrayIsNotRead() throws IOException {
    Path file = write("l.json", "[]");
    assertThatThrownBy(() -> check(STOCK, file))
        .isInstanceOf(ProgramException.class)
        .hasMessageContaining("--group-field reads CSV and JSON Lines");
  }

  private static DedupKey key(String id) {
    return new DedupKey("/records/com.example.stock.v1", id);
  }

  private Path write(String name, String content) throws IOException {
    return LedgerFiles.write(folder, name, content);
  }

  private static CheckResult check(FieldNames names, Path... files) {
    ReadingRules rules =
        new ReadingRules(UTF_8, Optional.empty(), NumberFormat.DOT, Optional.of(names));
    return LedgerCheck.of(Arrays.stream(files).map(file -> new LedgerFile(file, rules)).toList());
  }

  private static List<String> problems(FieldNames names, Path file) {
    return LedgerFiles.problems(file, check(names, file));
  }

  private static List<LedgerMessage> messages(FieldNames names, Path... files) {
    CheckResult check = check(names, files);
    assertThat(check.problems()).isEmpty();
    List<LedgerMessage> messages = new ArrayList<>();
    CheckedRecords.forEach(
        check.files(),
        (position, record, sequence) -> messages.add(RecordMessages.of(record, sequence)));
    return messages;
  }
}
