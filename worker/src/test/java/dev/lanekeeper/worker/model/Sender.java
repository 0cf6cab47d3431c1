package dev.lanekeeper.worker.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.awaitility.Awaitility.await;

import java.io.IOException;
import java.time.Duration;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.message.MessageBuilder;
import org.apache.rocketmq.client.apis.producer.Producer;

/**
 * Sends operations by the message contract in any order, each until it is accepted: a producer that
 * is in doubt sends again. For one thread.
 */
final class Sender implements AutoCloseable {
  private static final Duration LONG = Duration.ofMinutes(2);

  private final ClientServiceProvider client = ClientServiceProvider.loadService();
  private final Producer producer;
  private final String topic;

  Sender(String endpoints, String topic) throws ClientException {
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

  void send(Operation operation) {
    await()
        .atMost(LONG)
        .pollDelay(Duration.ZERO)
        .ignoreExceptions()
        .until(
            () -> {
              producer.send(builder(operation).build());
              return true;
            });
  }

  private MessageBuilder builder(Operation operation) {
    String sequence = Integer.toString(operation.sequence());
    MessageBuilder builder =
        client
            .newMessageBuilder()
            .setTopic(topic)
            .setMessageGroup(operation.order())
            .setTag(operation.kind())
            .setBody(operation.body().getBytes(UTF_8))
            .addProperty("CE_specversion", "1.0")
            .addProperty("CE_id", sequence)
            .addProperty("CE_source", "/ledger/orders/" + operation.order())
            .addProperty("CE_type", "ledger.model.v1")
            .addProperty("CE_subject", operation.order())
            .addProperty("CE_contenttype", "application/json")
            .addProperty("partitionkey", operation.order())
            .addProperty("sequence", sequence);
    return operation.last() ? builder.addProperty("lastinsequence", "true") : builder;
  }

  @Override
  public void close() throws IOException {
    producer.close();
  }
}
