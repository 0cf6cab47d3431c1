package dev.lanekeeper.producer.send;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.message.MessageLimits;
import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.tracing.Tracing;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.message.MessageBuilder;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.SendReceipt;
import org.apache.rocketmq.client.java.impl.ClientImpl;
import org.apache.rocketmq.client.java.impl.producer.PublishingSettings;
import org.apache.rocketmq.client.java.impl.producer.SendReceiptImpl;

/** Sends to a FIFO topic, in the message group of each message. For one thread. */
public final class RocketMqSender implements MessageSender {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  /** A short replay sends all its spans at its end. */
  private static final Duration LAST_SPANS = Duration.ofSeconds(10);

  private final ClientServiceProvider client;
  private final Producer producer;
  private final String topic;
  private final Tracing tracing;
  private final TracedSend traced;

  private RocketMqSender(
      ClientServiceProvider client, Producer producer, String topic, Tracing tracing) {
    this.client = client;
    this.producer = producer;
    this.topic = topic;
    this.tracing = tracing;
    this.traced = new TracedSend(tracing.spans(), topic);
  }

  /**
   * Connects, and starts tracing where the environment asks for it.
   *
   * @throws dev.lanekeeper.program.ProgramException when that fails, with what to do
   */
  public static RocketMqSender start(BrokerOptions broker, ClientStart start) {
    Tracing tracing = Tracing.open("lanekeeper-producer-tool", LAST_SPANS, System.getenv());
    try {
      return start(broker, start, tracing);
    } catch (RuntimeException failure) {
      tracing.close();
      throw failure;
    }
  }

  private static RocketMqSender start(BrokerOptions broker, ClientStart start, Tracing tracing) {
    ClientConfiguration configuration = broker.clientConfiguration();
    ClientServiceProvider client = ClientServiceProvider.loadService();
    Producer producer =
        start.start(
            () ->
                client
                    .newProducerBuilder()
                    .setClientConfiguration(configuration)
                    .setTopics(start.topic())
                    // One try, so that no late one can overtake the next message.
                    .setMaxAttempts(1)
                    .build());
    return new RocketMqSender(client, producer, start.topic(), tracing);
  }

  /** How long a body may be, by the settings that the server sent when it connected. */
  public int largestBody() {
    return producer instanceof ClientImpl known
            && known.getSettings() instanceof PublishingSettings settings
        ? settings.getMaxBodySizeBytes()
        : MessageLimits.BODY_BYTES;
  }

  @Override
  public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
    return traced.of(message, this::sendAsync);
  }

  private CompletableFuture<Receipt.Stored> sendAsync(LedgerMessage message) {
    MessageBuilder builder =
        client
            .newMessageBuilder()
            .setTopic(topic)
            .setMessageGroup(message.messageGroup())
            .setKeys(message.key())
            .setBody(message.body());
    if (!message.tag().isEmpty()) {
      builder.setTag(message.tag());
    }
    message.properties().forEach(builder::addProperty);
    return producer.sendAsync(builder.build()).thenApply(RocketMqSender::stored);
  }

  /** The client's interface tells the id alone; the class behind it knows the place too. */
  private static Receipt.Stored stored(SendReceipt receipt) {
    String messageId = receipt.getMessageId().toString();
    return receipt instanceof SendReceiptImpl known
        ? new Receipt.Stored(messageId, known.getMessageQueue().getQueueId(), known.getOffset())
        : new Receipt.Stored(messageId, -1, -1);
  }

  @Override
  public void close() {
    BoundedClose.close(producer, CLOSE_LIMIT);
    tracing.close();
  }
}
