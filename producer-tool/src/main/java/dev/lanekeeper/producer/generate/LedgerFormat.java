package dev.lanekeeper.producer.generate;

import java.io.IOException;
import java.io.Writer;

/** The formats of ledger files that can be written. */
public enum LedgerFormat {
  CSV {
    @Override
    public LedgerWriter writeTo(Writer writer) throws IOException {
      return new CsvLedgerWriter(writer);
    }
  },
  JSONL {
    @Override
    public LedgerWriter writeTo(Writer writer) {
      return new JsonLinesLedgerWriter(writer);
    }
  };

  /** Begins a file. */
  public abstract LedgerWriter writeTo(Writer writer) throws IOException;
}
