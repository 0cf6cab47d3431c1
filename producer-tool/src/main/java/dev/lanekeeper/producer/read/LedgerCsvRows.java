package dev.lanekeeper.producer.read;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.record.RawRecord;
import dev.lanekeeper.producer.record.RawValue;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** Rows that are ledger records. For one thread and one file. */
final class LedgerCsvRows implements CsvRows {
  private List<Field> columns = List.of();

  @Override
  public List<String> begin(List<String> names) {
    CsvHeader header = CsvHeader.of(names);
    columns = header.columns();
    return header.problems();
  }

  @Override
  public Reading read(Position position, CsvRecord row) {
    Map<Field, RawValue> values = new EnumMap<>(Field.class);
    for (int i = 0; i < columns.size(); i++) {
      String text = row.getField(i);
      if (!text.isEmpty()) {
        values.put(columns.get(i), new RawValue(text, RawValue.Kind.UNTYPED));
      }
    }
    return new Reading.Found(new RawRecord(position, values));
  }
}
