package dev.lanekeeper.producer.message;

import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.producer.record.OtherRecord;
import io.cloudevents.CloudEvent;
import io.cloudevents.core.builder.CloudEventBuilder;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** Builds messages of other data than a ledger's: CloudEvents 1.0 in binary mode. Stateless. */
final class OtherMessages {
  private static final String SOURCE = "/records/";

  private OtherMessages() {}

  /** The dedup key is made of type and id alone, so a record that moves between files keeps it. */
  static LedgerMessage of(OtherRecord record, long sequence) {
    String place = Long.toString(sequence);
    CloudEvent event =
        CloudEventBuilder.v1()
            .withId(record.id())
            .withSource(URI.create(SOURCE + record.type()))
            .withType(record.type())
            .withSubject(record.messageGroup())
            .withDataContentType(MessageAttributes.JSON)
            .withExtension(MessageAttributes.PARTITION_KEY, record.messageGroup())
            .withExtension(MessageAttributes.SEQUENCE, place)
            .build();
    String key = URLEncoder.encode(record.id(), StandardCharsets.UTF_8);
    return EventMessage.of(
        event, record.messageGroup(), sequence, record.type(), key, record.body());
  }
}
