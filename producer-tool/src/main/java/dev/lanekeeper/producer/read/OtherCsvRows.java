package dev.lanekeeper.producer.read;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.program.settings.Suggestion;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** Rows of other data: each a JSON object of texts, named by the header. For one file. */
final class OtherCsvRows implements CsvRows {
  private final FieldNames fields;
  private List<String> columns = List.of();

  OtherCsvRows(FieldNames fields) {
    this.fields = fields;
  }

  @Override
  public List<String> begin(List<String> names) {
    columns = List.copyOf(names);
    List<String> problems = new ArrayList<>();
    Set<String> seen = new HashSet<>();
    for (String name : columns) {
      if (!seen.add(name)) {
        problems.add("column '" + name + "' stands twice; name one of them differently");
      }
    }
    for (String name : fields.names()) {
      if (!seen.contains(name)) {
        problems.add("column '" + name + "' is missing" + Suggestion.didYouMean(name, columns));
      }
    }
    return problems;
  }

  @Override
  public Reading read(Position position, CsvRecord row) {
    ObjectNode record = JsonNodeFactory.instance.objectNode();
    for (int i = 0; i < columns.size(); i++) {
      record.put(columns.get(i), row.getField(i));
    }
    return new Reading.FoundOther(
        position, fields.parse(record, CanonicalJson.write(record)), fields.belonging(record));
  }
}
