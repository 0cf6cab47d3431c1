package dev.lanekeeper.producer.message;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.producer.record.EventTime;
import io.cloudevents.CloudEvent;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.Map;

/** A CloudEvent to a message, in binary mode: its attributes become properties. Stateless. */
public final class EventMessage {
  private EventMessage() {}

  /**
   * Builds the message.
   *
   * @param sequence its place in its message group, from 1
   * @param tag empty for none
   */
  public static LedgerMessage of(
      CloudEvent event, String messageGroup, long sequence, String tag, String key, byte[] body) {
    return new LedgerMessage(
        messageGroup,
        new DedupKey(event.getSource().toString(), event.getId()),
        sequence,
        tag,
        key,
        properties(event),
        body);
  }

  private static Map<String, String> properties(CloudEvent event) {
    Map<String, String> properties = new LinkedHashMap<>();
    properties.put(MessageAttributes.SPEC_VERSION, event.getSpecVersion().toString());
    properties.put(MessageAttributes.ID, event.getId());
    properties.put(MessageAttributes.SOURCE, event.getSource().toString());
    properties.put(MessageAttributes.TYPE, event.getType());
    String subject = event.getSubject();
    if (subject != null) {
      properties.put(MessageAttributes.SUBJECT, subject);
    }
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
