package dev.lanekeeper.producer.record;

import dev.lanekeeper.api.ledger.LedgerOperation;
import dev.lanekeeper.producer.record.RawValue.Kind;
import dev.lanekeeper.program.settings.Suggestion;
import java.math.BigDecimal;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/** Turns a raw record into a ledger record, or says everything that is wrong with it. Stateless. */
public final class RecordParser {
  /** RocketMQ takes message groups of less than 64 bytes, and the order id is the message group. */
  static final int ORDER_ID_BYTES = 63;

  static final int TXN_ID_BYTES = 255;

  private RecordParser() {}

  /** Reads a record whose amounts have a decimal dot and no grouping. */
  public static ParsedRecord parse(RawRecord raw) {
    return parse(raw, NumberFormat.DOT);
  }

  /** Reads a record whose amounts are spelled as declared; a JSON number has one spelling. */
  public static ParsedRecord parse(RawRecord raw, NumberFormat numbers) {
    RecordParse parse = new RecordParse(raw);
    LedgerOperation operation = parse.required(Field.OP, Kind.TEXT, RecordParser::operation);
    boolean optional = operation == LedgerOperation.DELETE;
    String orderId =
        parse.required(
            Field.ORDER_ID,
            Kind.TEXT,
            text -> Identifier.parse(Field.ORDER_ID.label(), text, ORDER_ID_BYTES));
    FieldRule<String> transactionIds =
        text -> Identifier.parse(Field.TXN_ID.label(), text, TXN_ID_BYTES);
    String transactionId =
        optional
            ? parse.optional(Field.TXN_ID, Kind.TEXT, transactionIds)
            : parse.required(Field.TXN_ID, Kind.TEXT, transactionIds);
    Long sequence =
        parse.optional(
            Field.SEQ, Kind.NUMBER, text -> SequenceNumber.parse(Field.SEQ.label(), text));
    RawValue amount = raw.values().get(Field.AMOUNT);
    NumberFormat spelling =
        amount != null && amount.kind() == Kind.NUMBER ? NumberFormat.DOT : numbers;
    Money money = money(parse, optional && amount == null, spelling);
    OffsetDateTime occurredAt = parse.optional(Field.OCCURRED_AT, Kind.TEXT, EventTime::parse);
    String note = parse.optional(Field.NOTE, Kind.TEXT, RecordParser::note);
    Boolean last = parse.optional(Field.LAST, Kind.BOOLEAN, RecordParser::last);
    if (operation == null || orderId == null || !parse.problems().isEmpty()) {
      return new ParsedRecord.Invalid(parse.problems());
    }
    return new ParsedRecord.Valid(
        new LedgerRecord(
            operation,
            orderId,
            Optional.ofNullable(transactionId),
            sequence == null ? OptionalLong.empty() : OptionalLong.of(sequence),
            Optional.ofNullable(money),
            Optional.ofNullable(occurredAt),
            Optional.ofNullable(note),
            last != null && last));
  }

  private static @Nullable Money money(RecordParse parse, boolean optional, NumberFormat numbers) {
    if (optional) {
      parse.optional(Field.CURRENCY, Kind.TEXT, CurrencyCode::parse);
      return null;
    }
    // An amount may be a JSON number or, for exactness on its way here, a string.
    BigDecimal amount = parse.required(Field.AMOUNT, null, text -> Amount.parse(text, numbers));
    String currency = parse.required(Field.CURRENCY, Kind.TEXT, CurrencyCode::parse);
    return amount == null || currency == null
        ? null
        : parse.checked(() -> CurrencyCode.money(amount, currency));
  }

  private static LedgerOperation operation(String text) throws FieldException {
    Optional<LedgerOperation> operation = LedgerOperation.ofTag(text);
    if (operation.isEmpty()) {
      List<String> tags =
          Arrays.stream(LedgerOperation.values()).map(LedgerOperation::tag).toList();
      throw new FieldException(
          "op %s: unknown; write one of %s%s"
              .formatted(
                  Quoted.of(text),
                  String.join(", ", new ArrayList<>(tags)),
                  Suggestion.didYouMean(text, tags)));
    }
    return operation.get();
  }

  private static String note(String text) throws FieldException {
    if (text.indexOf('\0') >= 0 || Quoted.hasHalfPair(text)) {
      throw new FieldException(
          "note " + Quoted.of(text) + ": holds NUL or half a surrogate pair; leave it out");
    }
    return text;
  }

  private static Boolean last(String text) throws FieldException {
    return switch (text) {
      case "true" -> true;
      case "false" -> false;
      default ->
          throw new FieldException(
              "last " + Quoted.of(text) + ": write true on an order's last record, or nothing");
    };
  }
}
