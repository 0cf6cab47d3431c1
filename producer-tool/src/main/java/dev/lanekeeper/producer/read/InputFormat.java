package dev.lanekeeper.producer.read;

import dev.lanekeeper.producer.read.JsonObject.MalformedObjectException;
import dev.lanekeeper.producer.record.FieldNames;
import dev.lanekeeper.producer.record.Position;
import dev.lanekeeper.producer.record.RawRecord;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import java.io.Reader;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The formats of ledger files that can be read. */
public enum InputFormat {
  /** RFC 4180 with a header. */
  CSV {
    @Override
    RecordReader read(Path name, Reader reader, Optional<FieldNames> otherData) {
      return new CsvRecordReader(
          name, reader, otherData.<CsvRows>map(OtherCsvRows::new).orElseGet(LedgerCsvRows::new));
    }
  },
  /** One JSON object a line: a record, or a CloudEvent that holds one. */
  JSONL {
    @Override
    RecordReader read(Path name, Reader reader, Optional<FieldNames> otherData) {
      return new JsonLinesRecordReader(
          name,
          reader,
          otherData.<JsonLine>map(OtherJsonLine::new).orElse(InputFormat::ledgerRecord));
    }
  },
  /** A JSON array of such objects, or a single one, laid out as one likes. */
  JSON {
    @Override
    RecordReader read(Path name, Reader reader, Optional<FieldNames> otherData) {
      if (otherData.isPresent()) {
        throw new ProgramException(
            ExitCode.USAGE,
            name + ": --group-field reads CSV and JSON Lines; write one object a line, .jsonl");
      }
      return new JsonRecordReader(name, reader);
    }
  };

  abstract RecordReader read(Path name, Reader reader, Optional<FieldNames> otherData);

  private static Reading ledgerRecord(Position position, String line)
      throws MalformedObjectException {
    return new Reading.Found(new RawRecord(position, JsonRecord.of(JsonObjectParser.parse(line))));
  }

  /** The format that a file's name ends with, before {@code .gz} if that is there. */
  static Optional<InputFormat> ofName(Path file) {
    String name = file.toString().toLowerCase(Locale.ROOT);
    if (name.endsWith(".gz")) {
      name = name.substring(0, name.length() - 3);
    }
    if (name.endsWith(".csv")) {
      return Optional.of(CSV);
    }
    if (name.endsWith(".jsonl") || name.endsWith(".ndjson")) {
      return Optional.of(JSONL);
    }
    return name.endsWith(".json") ? Optional.of(JSON) : Optional.empty();
  }
}
