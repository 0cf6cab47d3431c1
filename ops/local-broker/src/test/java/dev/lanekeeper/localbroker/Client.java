package dev.lanekeeper.localbroker;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.apis.producer.Producer;

/** Sends and receives through the proxy with the client that the worker uses. */
final class Client {
  /** The least that the proxy takes. */
  private static final Duration LONG_POLL = Duration.ofSeconds(5);

  private static final Duration INVISIBLE = Duration.ofSeconds(30);
  private static final int EMPTY_RECEIVES = 3;
  private static final int BATCH = 32;
  private final ClientServiceProvider provider = ClientServiceProvider.loadService();
  private final ClientConfiguration configuration;

  Client(ReadyLine broker) {
    this(broker, false);
  }

  private Client(ReadyLine broker, boolean encrypted) {
    configuration =
        ClientConfiguration.newBuilder()
            .setEndpoints(broker.endpoints())
            .enableSsl(encrypted)
            .setMaxStartupAttempts(1)
            .build();
  }

  static Client encrypted(ReadyLine broker) {
    return new Client(broker, true);
  }

  Producer producer(String topic) throws ClientException {
    return provider
        .newProducerBuilder()
        .setClientConfiguration(configuration)
        .setTopics(topic)
        .setMaxAttempts(1)
        .build();
  }

  /** Sends one message after the other, all of one message group. */
  void send(String topic, String messageGroup, String... bodies) throws Exception {
    try (Producer producer = producer(topic)) {
      for (String body : bodies) {
        producer.send(
            provider
                .newMessageBuilder()
                .setTopic(topic)
                .setMessageGroup(messageGroup)
                .setBody(body.getBytes(UTF_8))
                .build());
      }
    }
  }

  /** Receives and acknowledges until there are that many bodies, or nothing comes any more. */
  List<String> receive(String group, String topic, int count) throws Exception {
    List<String> bodies = new ArrayList<>();
    try (SimpleConsumer consumer =
        provider
            .newSimpleConsumerBuilder()
            .setClientConfiguration(configuration)
            .setConsumerGroup(group)
            .setAwaitDuration(LONG_POLL)
            .setSubscriptionExpressions(Map.of(topic, FilterExpression.SUB_ALL))
            .build()) {
      for (int empty = 0; bodies.size() < count && empty < EMPTY_RECEIVES; ) {
        List<MessageView> messages =
            consumer.receive(Math.min(BATCH, count - bodies.size()), INVISIBLE);
        empty = messages.isEmpty() ? empty + 1 : 0;
        messages.forEach(message -> bodies.add(UTF_8.decode(message.getBody()).toString()));
        acknowledge(consumer, messages);
      }
    }
    return bodies;
  }

  private static void acknowledge(SimpleConsumer consumer, List<MessageView> messages) {
    CompletableFuture.allOf(
            messages.stream().map(consumer::ackAsync).toArray(CompletableFuture<?>[]::new))
        .join();
  }
}
