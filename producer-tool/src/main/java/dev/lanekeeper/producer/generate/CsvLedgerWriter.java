package dev.lanekeeper.producer.generate;

import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import dev.lanekeeper.producer.record.EventTime;
import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.producer.record.LedgerRecord;
import dev.lanekeeper.producer.record.Money;
import java.io.IOException;
import java.io.Writer;

/** Writes CSV with all columns. For one thread. */
final class CsvLedgerWriter implements LedgerWriter {
  private final CsvWriter csv;

  CsvLedgerWriter(Writer writer) {
    csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(writer);
    csv.writeRecord(Field.labels());
  }

  @Override
  public void write(LedgerRecord record) {
    csv.writeRecord(
        record.operation().tag(),
        record.orderId(),
        record.transactionId().orElse(""),
        record.sequence().isPresent() ? Long.toString(record.sequence().getAsLong()) : "",
        record.money().map(LedgerWriter::amount).orElse(""),
        record.money().map(Money::currency).orElse(""),
        record.occurredAt().map(EventTime::format).orElse(""),
        record.note().orElse(""),
        record.last() ? "true" : "");
  }

  @Override
  public void flush() throws IOException {
    csv.flush();
  }
}
