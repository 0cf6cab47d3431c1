package dev.lanekeeper.producer.record;

import dev.lanekeeper.producer.record.RawValue.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** One record on its way through the rules, collecting every problem. For one thread. */
final class RecordParse {
  private final RawRecord raw;
  private final List<String> problems = new ArrayList<>();

  RecordParse(RawRecord raw) {
    this.raw = raw;
  }

  List<String> problems() {
    return problems;
  }

  /** The value, or null with a problem noted. */
  <T> @Nullable T required(Field field, @Nullable Kind kind, FieldRule<T> rule) {
    if (!raw.values().containsKey(field)) {
      boolean always = field == Field.OP || field == Field.ORDER_ID;
      problems.add(
          field.label()
              + (always
                  ? ": missing; every record has it"
                  : ": missing; only a delete goes without"));
    }
    return optional(field, kind, rule);
  }

  /**
   * The value; null when there is none, or with a problem noted.
   *
   * @param kind what a JSON value must be; null for text or number
   */
  <T> @Nullable T optional(Field field, @Nullable Kind kind, FieldRule<T> rule) {
    RawValue value = raw.values().get(field);
    if (value == null) {
      return null;
    }
    boolean fits =
        value.kind() == Kind.UNTYPED
            || value.kind() == kind
            || (kind == null && value.kind() != Kind.BOOLEAN);
    if (!fits) {
      problems.add(
          "%s: a JSON %s; write %s"
              .formatted(
                  field.label(),
                  value.kind().name().toLowerCase(Locale.ROOT).replace("text", "string"),
                  mend(kind, value)));
      return null;
    }
    return checked(() -> rule.parse(value.text()));
  }

  <T> @Nullable T checked(Checked<T> step) {
    try {
      return step.get();
    } catch (FieldException refused) {
      problems.add(refused.problem());
      return null;
    }
  }

  private static String mend(@Nullable Kind kind, RawValue value) {
    if (kind == Kind.TEXT) {
      return Quoted.of(value.text());
    }
    return kind == Kind.BOOLEAN ? "true or false without quotes" : "a number without quotes";
  }

  /** A step that may find a problem. */
  interface Checked<T> {
    T get() throws FieldException;
  }
}
