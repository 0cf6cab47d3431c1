package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.record.Field;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The first row of a CSV file, which names its columns in any order. Immutable.
 *
 * @param problems what makes it no header of a ledger; then {@code columns} is of no use
 */
record CsvHeader(List<Field> columns, List<String> problems) {

  static CsvHeader of(List<String> names) {
    String first = names.get(0);
    if (names.size() == 1 && (first.contains(";") || first.contains("\t"))) {
      return new CsvHeader(
          List.of(), List.of("the header has no comma; save the file separated by commas"));
    }
    List<Field> columns = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    Set<Field> seen = EnumSet.noneOf(Field.class);
    for (String name : names) {
      Field.of(name)
          .ifPresentOrElse(
              field -> {
                columns.add(field);
                if (!seen.add(field)) {
                  problems.add("column '" + name + "' stands twice; leave one out");
                }
              },
              () -> problems.add(UnknownField.problem("column", name)));
    }
    for (Field field : Field.values()) {
      if (field.isRequiredColumn() && !seen.contains(field)) {
        problems.add("column '" + field.label() + "' is missing");
      }
    }
    return new CsvHeader(List.copyOf(columns), List.copyOf(problems));
  }
}
