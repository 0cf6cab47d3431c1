package dev.lanekeeper.program.output;

import java.io.PrintWriter;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Rows under named columns: aligned text for people, an array of objects for programs. Numbers
 * stand to the right; a decimal becomes a JSON text, since many readers of JSON take a number for a
 * double. Not thread-safe.
 */
public final class Table {
  private final List<String> columns;
  private final List<List<Object>> rows = new ArrayList<>();

  public Table(String... columns) {
    this.columns = List.of(columns);
  }

  /**
   * Adds a row.
   *
   * @param values as many as there are columns; texts, whole numbers, booleans or decimals
   */
  public Table row(Object... values) {
    if (values.length != columns.size()) {
      throw new IllegalArgumentException(columns.size() + " values are needed for a row");
    }
    rows.add(List.of(values));
    return this;
  }

  /** Writes it. */
  public void print(PrintWriter out, OutputFormat format) {
    switch (format) {
      case TABLE -> text(out);
      case JSON -> out.println(json());
    }
  }

  private void text(PrintWriter out) {
    line(out, columns);
    rows.forEach(row -> line(out, row));
  }

  private void line(PrintWriter out, List<?> values) {
    StringBuilder line = new StringBuilder();
    for (int column = 0; column < columns.size(); column++) {
      String text = text(values.get(column));
      String padding = " ".repeat(width(column) - text.length());
      line.append(column == 0 ? "" : "  ");
      line.append(isNumeric(column) ? padding + text : text + padding);
    }
    out.println(line.toString().stripTrailing());
  }

  private int width(int column) {
    int widest = rows.stream().mapToInt(row -> text(row.get(column)).length()).max().orElse(0);
    return Math.max(columns.get(column).length(), widest);
  }

  private boolean isNumeric(int column) {
    return !rows.isEmpty() && rows.stream().allMatch(row -> row.get(column) instanceof Number);
  }

  private static String text(Object value) {
    return value instanceof BigDecimal decimal ? decimal.toPlainString() : value.toString();
  }

  private ArrayNode json() {
    ArrayNode array = JsonNodeFactory.instance.arrayNode();
    for (List<Object> row : rows) {
      ObjectNode object = array.addObject();
      IntStream.range(0, columns.size())
          .forEach(column -> put(object, columns.get(column), row.get(column)));
    }
    return array;
  }

  private static void put(ObjectNode object, String name, Object value) {
    if (value instanceof Integer || value instanceof Long) {
      object.put(name, ((Number) value).longValue());
    } else if (value instanceof Boolean flag) {
      object.put(name, flag);
    } else {
      object.put(name, text(value));
    }
  }
}
