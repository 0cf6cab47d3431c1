package dev.lanekeeper.producer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.producer.balance.Balances;
import dev.lanekeeper.producer.check.CheckResult;
import dev.lanekeeper.producer.message.LedgerMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Ledger files as public reports describe them, with what must come of each. */
class PublicCasesTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void a11IdsWithControlCharactersOrBlanksOnlyAreRefusedAndAnEmptyNoteIsAbsent() {
    assertThat(problems("A11.csv"))
        .containsExactly(
            "line 4: order_id \"SO\\u000914\": control character; leave it out",
            "line 5: order_id \"SO\\u000a15\": control character; leave it out",
            "line 7 (record 5): order_id \"   \": blank; an id has visible characters");
  }

  @Test
  void b6IdsThatDifferByCaseOrSpaceAreDifferentAndLongOnesRefused() {
    assertThat(problems("B6.csv"))
        .hasSize(2)
        .allMatch(problem -> problem.endsWith("300 bytes in UTF-8; at most 63"))
        .satisfiesExactly(
            first -> assertThat(first).startsWith("line 5: order_id"),
            second -> assertThat(second).startsWith("line 6: order_id"));
    assertThat(LedgerFiles.check(LedgerFiles.ofCase("B6.csv")).orders()).isEqualTo(3);
  }

  @Test
  void c1ByteOrderMarkDoesNotHideTheFirstColumn() {
    assertThat(messages("C1.csv")).extracting(LedgerMessage::tag).containsExactly("create", "add");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"C1.empty.csv", "C1.header-only.csv", "C1.bom-only.csv", "C1.blank.jsonl"})
  void c1FileWithoutRecordsIsAnError(String name) {
    assertThat(problems(name)).containsExactly("no records");
  }

  @Test
  void c1Utf16IsNamed() {
    assertThat(problems("C1.utf16le.csv"))
        .containsExactly("line 1: the file is UTF-16; save it as UTF-8, or add --encoding UTF-16");
  }

  @Test
  void c2EmptyRowsAreCountedAndUnevenOnesRefused() {
    assertThat(problems("C2.csv"))
        .containsExactly(
            "line 4 (record 2): 10 fields where the header has 9; quote a field that holds a comma",
            "line 5 (record 3): 5 fields where the header has 9; write a comma for each empty field");
    assertThat(LedgerFiles.check(LedgerFiles.ofCase("C2.csv")).skippedRows()).isEqualTo(2);
  }

  @Test
  void c2SeparatorIsNotGuessed() {
    assertThat(problems("C2.semicolon.csv"))
        .containsExactly("line 1: the header has no comma; save the file separated by commas");
  }

  @Test
  void c3RepeatedColumnOrKeyIsNamed() {
    assertThat(problems("C3.csv"))
        .containsExactly("line 1: column 'amount' stands twice; leave one out");
    assertThat(problems("C3.jsonl"))
        .containsExactly("line 1: key 'amount' stands twice; leave one out");
  }

  @Test
  void c4LineBreaksWithinAFieldAreKeptAndCounted() {
    assertThat(problems("C4.csv"))
        .containsExactly(
            "line 5 (record 2): amount \"oops\": not a plain decimal; write it like 1234.56");
  }

  @Test
  void c4UnclosedQuoteIsToldWhereItOpens() {
    assertThat(problems("C4.unclosed.csv"))
        .singleElement()
        .asString()
        .startsWith("line 3: a quote opens here and never closes");
  }

  @Test
  void c5NumberFormatIsDeclaredAndNeverGuessed() {
    assertThat(problems("C5.csv"))
        .containsExactly(
            "line 4: amount \"1.488,69\": not a plain decimal; write it like 1234.56",
            "line 5: amount \"1,488.69\": not a plain decimal; write it like 1234.56",
            "line 6: amount 31.422: EUR has 2 decimals; correct it where it comes from",
            "line 7: amount \"0,021385479\": decimal comma; write 0.021385479",
            "line 8: amount \"1 000,50\": not a plain decimal; write it like 1234.56",
            "line 9: amount \"1'000.50\": not a plain decimal; write it like 1234.56",
            "line 11: amount \"1,00\": decimal comma; write 1.00");
  }

  @Test
  void c7ExponentsAreRefusedInBothFormatsAndDigitsKept() {
    assertThat(problems("C7.csv"))
        .containsExactly(
            "line 2: amount \"1E+5\": exponent; write 100000",
            "line 3: amount \"3.66e-04\": exponent; write 0.000366",
            "line 9: amount \"123456789012345678901234567890.12\": more than 29 digits before the dot; correct it where it comes from");
    assertThat(problems("C7.jsonl"))
        .containsExactly(
            "line 3: amount \"1E+5\": exponent; write 100000",
            "line 8: amount \"123456789012345678901234567890.12\": more than 29 digits before the dot; correct it where it comes from");
  }

  @Test
  void c9DecimalsFitTheCurrency() {
    assertThat(problems("C9.csv"))
        .containsExactly(
            "line 2: amount 1234.99: JPY has no decimals; correct it where it comes from",
            "line 6: amount 1.2345: KWD has 3 decimals; correct it where it comes from",
            "line 7: amount 1.234: EUR has 2 decimals; correct it where it comes from",
            "line 9: currency \"eur\": write EUR",
            "line 10: currency \"XXQ\": not a code of ISO 4217; write one like EUR",
            "line 11: currency: missing; only a delete goes without");
  }

  @Test
  void c10IdsAreTextByteForByte() {
    List<LedgerMessage> messages = messages("C10.csv");

    assertThat(messages).extracting(LedgerMessage::dedupKey).doesNotHaveDuplicates().hasSize(16);
    assertThat(messages)
        .extracting(LedgerMessage::messageGroup)
        .doesNotHaveDuplicates()
        .contains("00042", "42", "0042", "4.68769E+17", "null", "NA", "TRUE", " 43 ", "nb\u00a0")
        .contains("caf\u00e9-7", "cafe\u0301-7", "zw\u200b-1");
  }

  @Test
  void c11EqualContentIsNoDuplicateAndATrueRepeatKeepsItsKey() {
    List<LedgerMessage> messages = messages("C11.csv");

    assertThat(messages).hasSize(5);
    assertThat(messages.stream().map(LedgerMessage::dedupKey).distinct()).hasSize(4);
    assertThat(messages.get(2).dedupKey()).isEqualTo(messages.get(3).dedupKey());
    assertThat(messages.get(2).body()).isEqualTo(messages.get(3).body());
  }

  @Test
  void c15OnlyLineFeedsEndARecord() {
    CheckResult check = LedgerFiles.check(LedgerFiles.ofCase("C15.jsonl"));
    List<LedgerMessage> messages = messages("C15.jsonl");

    assertThat(check.skippedRows()).isEqualTo(2);
    assertThat(messages).hasSize(3);
    assertThat(new String(messages.get(0).body(), UTF_8)).contains("\"note\":\"a\u2028b\"");
    assertThat(new String(messages.get(1).body(), UTF_8)).contains("\"note\":\"a\u2029b\u0085c\"");
    assertThat(messages.get(2).properties()).containsEntry("lastinsequence", "true");
  }

  @Test
  void c15WhatIsNotOneObjectALineIsRefused() {
    assertThat(problems("C15.torn.jsonl"))
        .singleElement()
        .asString()
        .startsWith("line 2: the object has no end");
    assertThat(problems("C15.array.jsonl")).first().asString().startsWith("line 1: a JSON array");
    assertThat(problems("C15.two-on-a-line.jsonl"))
        .singleElement()
        .asString()
        .startsWith("line 1: text behind the object");
  }

  @Test
  void c16TimesHaveAnOffsetAndAreCutToMicroseconds() {
    assertThat(problems("C16.csv"))
        .extracting(problem -> problem.substring(0, problem.indexOf(':')))
        .containsExactly(
            "line 4", "line 5", "line 6", "line 9", "line 10", "line 11", "line 12", "line 13",
            "line 14", "line 15", "line 16");
  }

  @Test
  void c17SequenceIsAWholeNumberFromOneAndNullCountsAsAbsent() {
    assertThat(problems("C17.jsonl"))
        .containsExactly(
            "line 15: seq \"0\": not a whole number from 1; write 1, 2, 3 and so on",
            "line 16: seq: a JSON string; write a number without quotes",
            "line 17: seq \"1.5\": not a whole number from 1; write 1, 2, 3 and so on");
  }

  /** In the order of the lines within an order, orders in the order in which they appear. */
  @Test
  void c17LifeOfAnOrderIsCheckedWhereTheFilesHoldAllOfIt() {
    Path file = LedgerFiles.ofCase("C17.jsonl");
    assertThat(LedgerFiles.problems(file, LedgerFiles.checkWholeOrders(file)))
        .containsExactly(
            "line 15: seq \"0\": not a whole number from 1; write 1, 2, 3 and so on",
            "line 16: seq: a JSON string; write a number without quotes",
            "line 17: seq \"1.5\": not a whole number from 1; write 1, 2, 3 and so on",
            "line 8: add comes behind the end of order 'C-17c', which is seq 2",
            "line 9: delete comes before the create of order 'C-17d'",
            "line 11: creates order 'C-17e' again",
            "line 14: add comes behind the end of order 'C-17e', which is seq 4",
            "line 1: modifies a transaction that order 'C-17a' does not have",
            "line 12: modifies a transaction that order 'C-17e' does not have");
  }

  @Test
  void a11BodyBeyondTheLimitIsRefusedByItsBytesAndTheNextRecordStands() throws IOException {
    String record =
        "{\"op\":\"create\",\"order_id\":\"%s\",\"txn_id\":\"t1\",\"seq\":1,"
            + "\"amount\":\"1.00\",\"currency\":\"EUR\",\"note\":\"%s\"}\n";
    // As A11.gen.py writes it.
    Path file =
        LedgerFiles.write(
            folder,
            "A11.big.jsonl",
            record.formatted("SO-19", "z".repeat(4 * 1024 * 1024 + 1))
                + record.formatted("SO-20", "ok"));
    CheckResult check = LedgerFiles.check(file);

    assertThat(LedgerFiles.problems(file))
        .singleElement()
        .asString()
        .matches("line 1: 41943\\d\\d bytes as a message; at most 4194304, so shorten it");
    assertThat(check.without(check.leftOut().orElseThrow()).records()).isEqualTo(1);
  }

  @Test
  void a11SpacesAndPipesAreKeptAndNoteAndKeyAreFitForRocketMq() throws IOException {
    List<String> lines = Files.readAllLines(LedgerFiles.ofCase("A11.csv"));
    Path file =
        LedgerFiles.write(
            folder,
            "l.csv",
            lines.stream()
                .filter(line -> line.matches("op,.*|create,SO[ |-]\\d\\d,.*"))
                .collect(Collectors.joining("\n")));
    List<LedgerMessage> messages = LedgerFiles.messages(file);

    assertThat(messages)
        .extracting(LedgerMessage::messageGroup)
        .containsExactly("SO 12", "SO|13", "SO-16", "SO-17", "SO-18");
    assertThat(messages)
        .allSatisfy(
            message -> {
              assertThat(message.key()).doesNotContainAnyWhitespaces();
              assertThat(message.tag()).isEqualTo("create");
              assertThat(message.properties().values()).noneMatch(String::isBlank);
            });
    assertThat(new String(messages.get(3).body(), UTF_8)).doesNotContain("note");
    assertThat(new String(messages.get(4).body(), UTF_8)).contains("\"note\":\"   \"");
  }

  @Test
  void b6OrdersThatDifferByCaseOrSpaceShareNoAmount() throws IOException {
    List<String> lines = Files.readAllLines(LedgerFiles.ofCase("B6.csv"));
    Path file = LedgerFiles.write(folder, "l.csv", String.join("\n", lines.subList(0, 4)) + "\n");

    assertThat(Balances.of(LedgerFiles.check(file).files()))
        .extracting(order -> order.orderId() + "=" + order.balance())
        .containsExactlyInAnyOrder("ord-Ab1=1", "ord-aB1=2", "ord-Ab1 =4");
    assertThat(LedgerFiles.messages(file))
        .extracting(LedgerMessage::dedupKey)
        .doesNotHaveDuplicates();
  }

  @Test
  void c18WrongEventsOfABatchAreToldWithTheirNumber() {
    assertThat(problems("C18.json"))
        .satisfiesExactly(
            p -> assertThat(p).startsWith("line 53 (record 4): no right CloudEvent: Invalid"),
            p ->
                assertThat(p)
                    .endsWith("(record 6): CloudEvent with data and data_base64; keep one"),
            p -> assertThat(p).contains("(record 7): CloudEvent with datacontenttype 'text/csv'"),
            p -> assertThat(p).contains("(record 8): CloudEvent without specversion 1.0"),
            p -> assertThat(p).contains("(record 9): CloudEvent without id, or an empty one"),
            p -> assertThat(p).contains("(record 10): CloudEvent without data"));
    assertThat(LedgerFiles.check(LedgerFiles.ofCase("C18.json")).records()).isEqualTo(4);
    assertThat(LedgerFiles.check(LedgerFiles.ofCase("C18.json")).orders()).isEqualTo(2);
  }

  private static List<String> problems(String name) {
    return LedgerFiles.problems(LedgerFiles.ofCase(name));
  }

  private static List<LedgerMessage> messages(String name) {
    return LedgerFiles.messages(LedgerFiles.ofCase(name));
  }
}
