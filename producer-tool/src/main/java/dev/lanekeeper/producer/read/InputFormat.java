package dev.lanekeeper.producer.read;

import java.io.Reader;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;

/** The formats of ledger files that can be read. */
public enum InputFormat {
  /** RFC 4180 with a header. */
  CSV {
    @Override
    RecordReader read(Path name, Reader reader) {
      return new CsvRecordReader(name, reader);
    }
  },
  /** One JSON object a line: a record, or a CloudEvent that holds one. */
  JSONL {
    @Override
    RecordReader read(Path name, Reader reader) {
      return new JsonLinesRecordReader(name, reader);
    }
  },
  /** A JSON array of such objects, or a single one, laid out as one likes. */
  JSON {
    @Override
    RecordReader read(Path name, Reader reader) {
      return new JsonRecordReader(name, reader);
    }
  };

  abstract RecordReader read(Path name, Reader reader);

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
