package dev.lanekeeper.producer.send;

import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import java.time.Duration;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.message.MessageBuilder;
import org.apache.rocketmq.client.apis.producer.Producer;

/** Sends to a FIFO topic, in the message group of each message. For one thread. */
public final class RocketMqSender implements MessageSender {
  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final ClientServiceProvider client;
  private final Producer producer;
  private final String topic;

  private RocketMqSender(ClientServiceProvider client, Producer producer, String topic) {
    this.client = client;
    this.producer = producer;
    this.topic = topic;
  }

  /**
   * Connects.
   *
   * @throws dev.lanekeeper.program.ProgramException when that fails, with what to do
   */
  public static RocketMqSender start(BrokerOptions broker, ClientStart start) {
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
    return new RocketMqSender(client, producer, start.topic());
  }

  @Override
  public void send(LedgerMessage message) throws ClientException {
    MessageBuilder builder =
        client
            .newMessageBuilder()
            .setTopic(topic)
            .setMessageGroup(message.messageGroup())
            .setTag(message.tag())
            .setKeys(message.key())
            .setBody(message.body());
    message.properties().forEach(builder::addProperty);
    producer.send(builder.build());
  }

  @Override
  public void close() {
    BoundedClose.close(producer, CLOSE_LIMIT);
  }
}
