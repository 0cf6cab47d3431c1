package dev.lanekeeper.producer.message;

import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.api.ledger.OrderSource;
import dev.lanekeeper.producer.record.LedgerRecord;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.net.URI;

/**
 * Builds messages by the message contract: CloudEvents 1.0 in binary mode. Stateless.
 *
 * <p>The dedup key is made of the order id and the sequence alone, never of where or how a file
 * spells the record (design.md, G1).
 */
public final class LedgerMessages {
  private LedgerMessages() {}

  /**
   * Builds the message for a record.
   *
   * @param sequence the record's place among its order's, from 1
   */
  public static LedgerMessage of(LedgerRecord record, long sequence) {
    CloudEvent event = event(record, sequence);
    String source = event.getSource().toString();
    return EventMessage.of(
        event,
        record.orderId(),
        sequence,
        record.operation().tag(),
        source.substring(source.lastIndexOf('/') + 1) + ":" + sequence,
        LedgerBody.of(record, sequence));
  }

  /** Only the body of {@link #of}, for whoever looks at contents alone. */
  public static byte[] body(LedgerRecord record, long sequence) {
    return LedgerBody.of(record, sequence);
  }

  /** The SDK checks the attributes as CloudEvents 1.0 demands. */
  private static CloudEvent event(LedgerRecord record, long sequence) {
    CloudEventBuilder builder =
        CloudEventBuilder.v1()
            .withId(Long.toString(sequence))
            .withSource(URI.create(OrderSource.of(record.orderId())))
            .withType(record.operation().type())
            .withSubject(record.orderId())
            .withDataContentType(MessageAttributes.JSON)
            .withExtension(MessageAttributes.PARTITION_KEY, record.orderId())
            .withExtension(MessageAttributes.SEQUENCE, Long.toString(sequence));
    record.occurredAt().ifPresent(builder::withTime);
    if (record.last()) {
      builder.withExtension(MessageAttributes.LAST_IN_SEQUENCE, "true");
    }
    return builder.build();
  }
}
