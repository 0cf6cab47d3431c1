package dev.lanekeeper.producer.message;

import dev.lanekeeper.api.internal.CanonicalJson;
import dev.lanekeeper.producer.record.EventTime;
import dev.lanekeeper.producer.record.Field;
import dev.lanekeeper.producer.record.LedgerRecord;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/** The body of a message: the record in canonical JSON, without what it does not say. */
final class LedgerBody {
  private LedgerBody() {}

  static byte[] of(LedgerRecord record, long sequence) {
    // In the order of their names, so that there is nothing to sort.
    ObjectNode body = JsonNodeFactory.instance.objectNode();
    record
        .money()
        .ifPresent(
            money -> {
              body.put(Field.AMOUNT.label(), money.amount());
              body.put(Field.CURRENCY.label(), money.currency());
            });
    if (record.last()) {
      body.put(Field.LAST.label(), true);
    }
    record.note().ifPresent(note -> body.put(Field.NOTE.label(), note));
    record
        .occurredAt()
        .ifPresent(time -> body.put(Field.OCCURRED_AT.label(), EventTime.format(time)));
    body.put(Field.OP.label(), record.operation().tag());
    body.put(Field.ORDER_ID.label(), record.orderId());
    body.put(Field.SEQ.label(), sequence);
    record.transactionId().ifPresent(id -> body.put(Field.TXN_ID.label(), id));
    return CanonicalJson.write(body);
  }
}
