package dev.lanekeeper.worker.testing;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.message.MessageBuilder;
import org.apache.rocketmq.client.apis.producer.Producer;

/**
 * Sends operations by the message contract in any order, each until it is accepted: a producer that
 * is in doubt sends again. For one thread.
 */
public final class Sender implements AutoCloseable {
  private static final Duration LONG = Duration.ofMinutes(2);

  private final ClientServiceProvider client = ClientServiceProvider.loadService();
  private final Producer producer;
  private final String topic;

  public Sender(String endpoints, String topic) throws ClientException {
    this.topic = topic;
    this.producer =
        client
            .newProducerBuilder()
            .setClientConfiguration(
                ClientConfiguration.newBuilder().setEndpoints(endpoints).enableSsl(false).build())
            .setTopics(topic)
            .setMaxAttempts(1)
            .build();
  }

  /** Sends one operation of an order, with what the message contract wants. */
  public void send(String order, long sequence, String kind, String body, boolean last) {
    MessageBuilder builder =
        builder(order, Long.toString(sequence), "ledger.model.v1", body).setTag(kind);
    send((last ? builder.addProperty("lastinsequence", "true") : builder).build());
  }

  /** Sends one event of any type. */
  public void send(String messageGroup, long sequence, String type, String body) {
    send(builder(messageGroup, Long.toString(sequence), type, body).build());
  }

  private void send(Message message) {
    await()
        .atMost(LONG)
        .pollDelay(Duration.ZERO)
        .ignoreExceptions()
        .until(
            () -> {
              producer.send(message);
              return true;
            });
  }

  private MessageBuilder builder(String order, String sequence, String type, String body) {
    return client
        .newMessageBuilder()
        .setTopic(topic)
        .setMessageGroup(order)
        .setBody(body.getBytes(UTF_8))
        .addProperty("CE_specversion", "1.0")
        .addProperty("CE_id", sequence)
        .addProperty("CE_source", "/ledger/orders/" + order)
        .addProperty("CE_type", type)
        .addProperty("CE_subject", order)
        .addProperty("CE_contenttype", "application/json")
        .addProperty("partitionkey", order)
        .addProperty("sequence", sequence);
  }

  @Override
  public void close() throws IOException {
    producer.close();
  }
}
