package dev.lanekeeper.producer.record;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The fields of a ledger record, in the order of a CSV file that this tool writes. */
public enum Field {
  OP("op", true),
  ORDER_ID("order_id", true),
  TXN_ID("txn_id", true),
  SEQ("seq", false),
  AMOUNT("amount", true),
  CURRENCY("currency", true),
  OCCURRED_AT("occurred_at", false),
  NOTE("note", false),
  LAST("last", false);

  private static final Map<String, Field> BY_LABEL =
      Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Field::label, f -> f));

  private final String label;
  private final boolean column;

  Field(String label, boolean column) {
    this.label = label;
    this.column = column;
  }

  /** The column's name in CSV, the key in JSON. */
  public String label() {
    return label;
  }

  /** Whether a CSV file must have the column. */
  public boolean isRequiredColumn() {
    return column;
  }

  public static Optional<Field> of(String label) {
    return Optional.ofNullable(BY_LABEL.get(label));
  }

  public static List<String> labels() {
    return Arrays.stream(values()).map(Field::label).toList();
  }
}
