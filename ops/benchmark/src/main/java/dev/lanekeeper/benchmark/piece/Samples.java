package dev.lanekeeper.benchmark.piece;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.worker.message.RawMessage;
import java.time.Instant;
import java.util.Map;

/** A message as the producer tool builds it. Stateless. */
final class Samples {
  private Samples() {}

  static byte[] body(String order) {
    return """
        {"amount":1234.56,"currency":"EUR","note":"second delivery, to the back door","occurred_at":"2026-01-01T08:00:00Z","op":"add","order_id":"%s","seq":42,"txn_id":"t42"}"""
        .formatted(order)
        .getBytes(UTF_8);
  }

  static RawMessage message(String order) {
    return new RawMessage(
        "ledger",
        order,
        "add",
        order + ":42",
        Map.of(
            MessageAttributes.SPEC_VERSION, "1.0",
            MessageAttributes.ID, "42",
            MessageAttributes.SOURCE, "/ledger/orders/" + order,
            MessageAttributes.TYPE, "ledger.add.v1",
            MessageAttributes.SUBJECT, order,
            MessageAttributes.TIME, "2026-01-01T08:00:00Z",
            MessageAttributes.CONTENT_TYPE, MessageAttributes.JSON,
            MessageAttributes.PARTITION_KEY, order,
            MessageAttributes.SEQUENCE, "42"),
        body(order),
        "01A2B3C4D5E6F70000",
        1,
        Instant.EPOCH);
  }
}
