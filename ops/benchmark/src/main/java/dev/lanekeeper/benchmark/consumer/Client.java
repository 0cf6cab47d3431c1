package dev.lanekeeper.benchmark.consumer;

import java.util.Map;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.MessageListener;

/** Ways to the proxy that hand-written consumers share. Stateless. */
final class Client {
  private Client() {}

  static ClientConfiguration configuration(ConsumerSettings settings) {
    return ClientConfiguration.newBuilder()
        .setEndpoints(settings.endpoints())
        .enableSsl(false)
        .build();
  }

  static Map<String, FilterExpression> everythingOf(ConsumerSettings settings) {
    return Map.of(settings.topic(), FilterExpression.SUB_ALL);
  }

  /** Starts a push consumer that lives as long as the process. */
  static void push(ConsumerSettings settings, MessageListener listener) throws ClientException {
    ClientServiceProvider.loadService()
        .newPushConsumerBuilder()
        .setClientConfiguration(configuration(settings))
        .setConsumerGroup(settings.consumerGroup())
        .setSubscriptionExpressions(everythingOf(settings))
        .setConsumptionThreadCount(settings.concurrency())
        .setEnableFifoConsumeAccelerator(true)
        .setMessageListener(listener)
        .build();
  }
}
