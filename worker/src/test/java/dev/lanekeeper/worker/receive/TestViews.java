package dev.lanekeeper.worker.receive;

import dev.lanekeeper.worker.message.RawMessage;
import java.util.List;
import org.apache.rocketmq.client.java.message.MessageIdCodec;
import org.apache.rocketmq.client.java.message.MessageViewImpl;

/** Messages as the client hands them over. */
final class TestViews {
  private TestViews() {}

  static MessageViewImpl view(RawMessage message) {
    return view(message, message.body(), false);
  }

  static MessageViewImpl view(RawMessage message, byte[] body, boolean corrupted) {
    return new MessageViewImpl(
        MessageIdCodec.getInstance().nextMessageId(),
        message.topic(),
        body,
        null,
        message.messageGroup(),
        null,
        null,
        null,
        List.of(),
        message.properties(),
        "host",
        0,
        message.deliveryAttempt(),
        null,
        "handle-0",
        0,
        corrupted,
        null);
  }
}
