package dev.lanekeeper.worker.receive;

import dev.lanekeeper.worker.message.RawMessage;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.message.MessageViewImpl;

/** Turns what the RocketMQ client delivers into raw messages. */
final class Views {
  private Views() {}

  static RawMessage raw(MessageView view) {
    ByteBuffer buffer = view.getBody();
    byte[] body = new byte[buffer.remaining()];
    buffer.get(body);
    return new RawMessage(
        view.getTopic(),
        view.getMessageGroup().orElse(""),
        view.getTag().orElse(null),
        String.join(" ", view.getKeys()),
        properties(view),
        body,
        view.getMessageId().toString(),
        view.getDeliveryAttempt(),
        Instant.ofEpochMilli(view.getBornTimestamp()));
  }

  /** A SimpleConsumer delivers bodies that do not match their checksum, and does not say so. */
  private static Map<String, String> properties(MessageView view) {
    Map<String, String> properties = new HashMap<>(view.getProperties());
    if (view instanceof MessageViewImpl impl && impl.isCorrupted()) {
      properties.put(RawMessage.DAMAGED, "true");
    }
    return properties;
  }
}
