package dev.lanekeeper.producer.message;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.api.ledger.OrderSource;
import dev.lanekeeper.producer.record.EventTime;
import dev.lanekeeper.producer.record.LedgerRecord;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.net.URI;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

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
    byte[] body = LedgerBody.of(record, sequence);
    CloudEvent event = event(record, sequence);
    String source = event.getSource().toString();
    return new LedgerMessage(
        record.orderId(),
        new DedupKey(source, event.getId()),
        sequence,
        record.operation().tag(),
        source.substring(source.lastIndexOf('/') + 1) + ":" + sequence,
        properties(event),
        body);
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

  private static Map<String, String> properties(CloudEvent event) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(MessageAttributes.SPEC_VERSION, event.getSpecVersion().toString());
    properties.put(MessageAttributes.ID, event.getId());
    properties.put(MessageAttributes.SOURCE, event.getSource().toString());
    properties.put(MessageAttributes.TYPE, event.getType());
    properties.put(MessageAttributes.SUBJECT, String.valueOf(event.getSubject()));
    properties.put(MessageAttributes.CONTENT_TYPE, String.valueOf(event.getDataContentType()));
    OffsetDateTime time = event.getTime();
    if (time != null) {
      properties.put(MessageAttributes.TIME, EventTime.format(time));
    }
    event
        .getExtensionNames()
        .forEach(name -> properties.put(name, String.valueOf(event.getExtension(name))));
    return properties;
  }
}
