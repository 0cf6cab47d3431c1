package dev.lanekeeper.producer.generate;

import dev.lanekeeper.producer.record.EventTime;
import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.producer.record.LedgerRecord;
import java.io.IOException;
import java.io.StringWriter;
import java.io.Writer;
import tools.jackson.core.JsonGenerator;
import tools.jackson.core.ObjectWriteContext;
import tools.jackson.core.json.JsonFactory;

/** Writes JSON Lines, without the fields that a record does not give. For one thread. */
final class JsonLinesLedgerWriter implements LedgerWriter {
  private static final JsonFactory FACTORY = JsonFactory.builder().build();

  private final Writer writer;

  JsonLinesLedgerWriter(Writer writer) {
    this.writer = writer;
  }

  @Override
  public void write(LedgerRecord record) throws IOException {
    StringWriter line = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(ObjectWriteContext.empty(), line)) {
      json.writeStartObject();
      json.writeStringProperty(Field.OP.label(), record.operation().tag());
      json.writeStringProperty(Field.ORDER_ID.label(), record.orderId());
      record.transactionId().ifPresent(id -> json.writeStringProperty(Field.TXN_ID.label(), id));
      record.sequence().ifPresent(seq -> json.writeNumberProperty(Field.SEQ.label(), seq));
      record
          .money()
          .ifPresent(
              money -> {
                json.writeName(Field.AMOUNT.label());
                json.writeNumber(LedgerWriter.amount(money));
                json.writeStringProperty(Field.CURRENCY.label(), money.currency());
              });
      record
          .occurredAt()
          .ifPresent(
              time -> json.writeStringProperty(Field.OCCURRED_AT.label(), EventTime.format(time)));
      record.note().ifPresent(note -> json.writeStringProperty(Field.NOTE.label(), note));
      if (record.last()) {
        json.writeBooleanProperty(Field.LAST.label(), true);
      }
      json.writeEndObject();
    }
    writer.append(line.getBuffer()).append('\n');
  }

  @Override
  public void flush() throws IOException {
    writer.flush();
  }
}
