package dev.lanekeeper.producer.read;

import de.siegmar.fastcsv.reader.CsvRecord;
import dev.lanekeeper.producer.record.Position;
import java.util.List;

/** What the rows of a CSV file are read as. For one thread and one file. */
interface CsvRows {
  /** Takes the header, and returns what is wrong with it. */
  List<String> begin(List<String> names);

  /** Reads a row that has as many fields as the header, one of them with a value. */
  Reading read(Position position, CsvRecord row);
}
