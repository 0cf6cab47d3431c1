package dev.lanekeeper.benchmark.consumer;

import java.time.Duration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;

/**
 * (c): the loop of the client's own example, with its numbers (SimpleConsumerExample of
 * apache/rocketmq-clients): receive up to 16, process one after the other, acknowledge each.
 */
record TextbookLoop(ConsumerSettings settings, HandWritten transaction) {
  private static final Duration AWAIT = Duration.ofSeconds(30);
  private static final Duration INVISIBLE = Duration.ofSeconds(15);
  private static final int MAX_MESSAGES = 16;

  /** Runs until the process is ended. */
  void run() throws Exception {
    SimpleConsumer consumer =
        ClientServiceProvider.loadService()
            .newSimpleConsumerBuilder()
            .setClientConfiguration(Client.configuration(settings))
            .setConsumerGroup(settings.consumerGroup())
            .setAwaitDuration(AWAIT)
            .setSubscriptionExpressions(Client.everythingOf(settings))
            .build();
    while (true) {
      for (MessageView view : consumer.receive(MAX_MESSAGES, INVISIBLE)) {
        transaction.apply(view);
        consumer.ack(view);
      }
    }
  }
}
