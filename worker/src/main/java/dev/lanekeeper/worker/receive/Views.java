package dev.lanekeeper.worker.receive;

import dev.lanekeeper.worker.message.RawMessage;
import java.nio.ByteBuffer;
import java.time.Instant;
import org.apache.rocketmq.client.apis.message.MessageView;

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
        view.getProperties(),
        body,
        view.getMessageId().toString(),
        view.getDeliveryAttempt(),
        Instant.ofEpochMilli(view.getBornTimestamp()));
  }
}
