package dev.lanekeeper.producer.record;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.record.RawValue.Kind;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.OffsetDateTime;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class RecordParserTest {
  private static final Position POSITION = Position.ofLine(Path.of("ledger.csv"), 2);

  private final Map<Field, RawValue> values = new EnumMap<>(Field.class);

  RecordParserTest() {
    set(Field.OP, "add");
    set(Field.ORDER_ID, "SO-1");
    set(Field.TXN_ID, "t2");
    set(Field.AMOUNT, "10.50");
    set(Field.CURRENCY, "EUR");
  }

  @Test
  void everyFieldHasItsPlace() {
    set(Field.SEQ, "2");
    set(Field.OCCURRED_AT, "2024-02-05T09:30:00+01:00");
    set(Field.NOTE, " two\nlines ");
    set(Field.LAST, "true");

    assertThat(record())
        .isEqualTo(
            new LedgerRecord(
                LedgerOperation.ADD,
                "SO-1",
                Optional.of("t2"),
                OptionalLong.of(2),
                Optional.of(new Money(new BigDecimal("10.5"), "EUR")),
                Optional.of(OffsetDateTime.parse("2024-02-05T09:30:00+01:00")),
                Optional.of(" two\nlines "),
                true));
  }

  @Test
  void onlyADeleteGoesWithoutTransactionAndAmount() {
    values.remove(Field.TXN_ID);
    values.remove(Field.AMOUNT);
    values.remove(Field.CURRENCY);

    assertThat(problems())
        .containsExactly(
            "txn_id: missing; only a delete goes without",
            "amount: missing; only a delete goes without",
            "currency: missing; only a delete goes without");
    set(Field.OP, "delete");
    assertThat(record().money()).isEmpty();
  }

  @Test
  void recordWithoutOperationAndOrderIsToldBoth() {
    values.remove(Field.OP);
    values.remove(Field.ORDER_ID);

    assertThat(problems())
        .containsExactly(
            "op: missing; every record has it", "order_id: missing; every record has it");
  }

  @ParameterizedTest
  @CsvSource({
    "10.50, 10.5",
    "600.00, 600",
    "-0.00, 0",
    "0.10, 0.1",
    "9007199254740993, 9007199254740993",
    "99999999999999999999999999999.000000000000, 99999999999999999999999999999",
  })
  void amountIsExact(String text, BigDecimal amount) {
    set(Field.AMOUNT, text);

    assertThat(record().money().orElseThrow().amount()).isEqualByComparingTo(amount);
  }

  @Test
  void amountsOfEqualValueAreEqual() {
    assertThat(new Money(new BigDecimal("600.00"), "EUR"))
        .isEqualTo(new Money(new BigDecimal("6E+2"), "EUR"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1,5          | decimal comma; write 1.5
          1,234        | comma; write 1234 or 1.234, whichever is meant
          1,234,567    | comma; write 1234567 or 1234.567, whichever is meant
          1E+5         | exponent; write 100000
          1E999        | exponent; write it as a plain decimal
          ` 5`         | white space around it; write 5
          +5           | plus sign; write 5
          .5           | not a plain decimal; write it like 1234.56
          5.           | not a plain decimal; write it like 1234.56
          007          | not a plain decimal; write it like 1234.56
          1.234,56     | not a plain decimal; write it like 1234.56
          1'234        | not a plain decimal; write it like 1234.56
          €5           | not a plain decimal; write it like 1234.56
          NaN          | not a plain decimal; write it like 1234.56
          ٣            | not a plain decimal; write it like 1234.56
          100000000000000000000000000000 | more than 29 digits before the dot; correct it where it comes from
          0.0000000001 | more than 9 decimals; correct it where it comes from
          """)
  void amountIsNeverGuessed(String text, String mend) {
    set(Field.AMOUNT, text);

    assertThat(problems()).containsExactly("amount \"" + text + "\": " + mend);
  }

  @ParameterizedTest
  @CsvSource({"JPY, 1235.00", "KWD, 1.234", "EUR, 1.5", "XAU, 0.123456789"})
  void decimalsThatTheCurrencyHasPass(String currency, String amount) {
    set(Field.CURRENCY, currency);
    set(Field.AMOUNT, amount);

    assertThat(problems()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "-",
      textBlock =
          """
          1969-12-31T23:59:59Z                | 1969-12-31T23:59:59Z
          1969-12-31T23:59:59.999999999Z      | 1969-12-31T23:59:59.999999Z
          2024-10-27T02:30:00.5+01:00         | 2024-10-27T02:30:00.5+01:00
          2024-02-05t09:30:00.123456789123z   | 2024-02-05T09:30:00.123456Z
          2024-02-05T09:30:00+00:00           | 2024-02-05T09:30:00Z
          """)
  void timeIsCutToMicroseconds(String text, String time) {
    set(Field.OCCURRED_AT, text);

    assertThat(EventTime.format(record().occurredAt().orElseThrow())).isEqualTo(time);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          2024-03-31T02:30:00          | no full time with offset
          2024-02-05                   | no full time with offset
          2024-02-30T00:00:00Z         | there is no such date or time
          2016-12-31T23:59:60Z         | there is no such date or time
          2024-02-05T24:00:00Z         | there is no such date or time
          31/12/2024                   | not RFC 3339
          45327                        | not RFC 3339
          2020-07-16T13:53:54Europe/Paris | not RFC 3339
          """)
  void timeIsNeverGuessed(String text, String problem) {
    set(Field.OCCURRED_AT, text);

    assertThat(problems())
        .singleElement()
        .satisfies(told -> assertThat(told).startsWith("occurred_at \"" + text + "\": " + problem));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.0", "01", "1e0", "x", "9999999999999999999"})
  void sequenceIsAWholeNumberFromOne(String text) {
    set(Field.SEQ, text);

    assertThat(problems())
        .containsExactly(
            "seq \"" + text + "\": not a whole number from 1; write 1, 2, 3 and so on");
  }

  @Test
  void idIsVisibleTextOfBoundedLength() {
    set(Field.ORDER_ID, "é".repeat(31) + "x");
    assertThat(problems()).isEmpty();

    set(Field.ORDER_ID, "é".repeat(32));
    assertThat(problems()).singleElement().asString().endsWith("64 bytes in UTF-8; at most 63");
    set(Field.ORDER_ID, " \u00a0\u2003");
    assertThat(problems()).singleElement().asString().contains("blank");
    set(Field.ORDER_ID, "a\tb");
    assertThat(problems())
        .containsExactly("order_id \"a\\u0009b\": control character; leave it out");
    set(Field.ORDER_ID, "a\ud800");
    assertThat(problems()).singleElement().asString().contains("half a surrogate pair");
  }

  @Test
  void noteHoldsWhatTheDatabaseCanKeep() {
    set(Field.NOTE, "a\0b");

    assertThat(problems())
        .containsExactly("note \"a\\u0000b\": holds NUL or half a surrogate pair; leave it out");
  }

  @Test
  void operationAndLastAreOfKnownWords() {
    set(Field.OP, "updat");
    set(Field.LAST, "yes");

    assertThat(problems())
        .containsExactly(
            "op \"updat\": unknown; write one of create, add, modify, delete",
            "last \"yes\": write true on an order's last record, or nothing");
  }

  @Test
  void jsonValuesHaveTheirTypes() {
    values.put(Field.ORDER_ID, new RawValue("42", Kind.NUMBER));
    values.put(Field.SEQ, new RawValue("1", Kind.TEXT));
    values.put(Field.LAST, new RawValue("true", Kind.TEXT));
    values.put(Field.AMOUNT, new RawValue("true", Kind.BOOLEAN));

    assertThat(problems())
        .containsExactly(
            "order_id: a JSON number; write \"42\"",
            "seq: a JSON string; write a number without quotes",
            "amount: a JSON boolean; write a number without quotes",
            "last: a JSON string; write true or false without quotes");
  }

  @Test
  void jsonAmountIsANumberOrText() {
    values.put(Field.AMOUNT, new RawValue("10.50", Kind.NUMBER));
    LedgerRecord number = record();
    values.put(Field.AMOUNT, new RawValue("10.5", Kind.TEXT));

    assertThat(record()).isEqualTo(number);
  }

  private void set(Field field, String text) {
    values.put(field, new RawValue(text, Kind.UNTYPED));
  }

  private LedgerRecord record() {
    ParsedRecord parsed = RecordParser.parse(new RawRecord(POSITION, values));
    assertThat(parsed).isInstanceOf(ParsedRecord.Valid.class);
    return (LedgerRecord) ((ParsedRecord.Valid) parsed).record();
  }

  private List<String> problems() {
    ParsedRecord parsed = RecordParser.parse(new RawRecord(POSITION, values));
    return parsed instanceof ParsedRecord.Invalid invalid ? invalid.problems() : List.of();
  }
}
