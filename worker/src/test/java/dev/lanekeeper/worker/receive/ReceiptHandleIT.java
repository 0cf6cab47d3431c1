package dev.lanekeeper.worker.receive;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import dev.lanekeeper.program.broker.Lease;
import dev.lanekeeper.worker.observe.WorkerMetrics;
import dev.lanekeeper.worker.testing.BrokerExtension;
import dev.lanekeeper.worker.testing.TestBroker;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.Map;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.junit.jupiter.api.DisplayName;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What the real client does to a receipt handle when an extension fails (rocketmq#9515). */
@ExtendWith(BrokerExtension.class)
class ReceiptHandleIT {
  private static final String NAME = "receipt-handle";
  private static final Duration LONG_POLL = Duration.ofSeconds(5);

  /** More than a proxy grants: it answers with an error. */
  private static final Duration TOO_LONG = Duration.ofHours(13);

  private final ClientServiceProvider client = ClientServiceProvider.loadService();
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();

  @Test
  @DisplayName("the client wipes the handle; the lease keeps it, and the message is acknowledged")
  void handleIsKeptOverAFailedExtension(TestBroker broker) throws Exception {
    broker.createTopic(NAME, 1);
    broker.createGroup(NAME, true);
    ClientConfiguration configuration =
        ClientConfiguration.newBuilder().setEndpoints(broker.endpoints()).enableSsl(false).build();
    send(configuration, "1");
    send(configuration, "2");
    ManualTimer timer = new ManualTimer();
    try (SimpleConsumer consumer = consumer(configuration)) {
      MessageView first = receive(consumer);
      Lease lease =
          new Lease(
              new SimpleCalls(() -> consumer, LONG_POLL, configuration.getRequestTimeout())
                  ::changeInvisibleTime,
              first,
              TOO_LONG,
              timer::nanoTime,
              timer,
              new WorkerMetrics(registry, Clock.systemUTC(), timer::nanoTime)::extended);
      timer.pass(TOO_LONG.dividedBy(2));
      await()
          .atMost(Duration.ofSeconds(30))
          .until(() -> count("lanekeeper.lease.extensions", "refused") == 1);
      lease.release().join();
      consumer.ack(first);

      // Had the first not been acknowledged, its queue would give nothing.
      MessageView second = receive(consumer);
      assertThat(second.getKeys()).containsExactly("2");
      assertThatThrownBy(() -> consumer.changeInvisibleDuration(second, TOO_LONG))
          .isInstanceOf(ClientException.class);
      assertThatThrownBy(() -> consumer.ack(second))
          .as("without the lease: if this works, the client is mended, and the lease need not")
          .isInstanceOf(ClientException.class);
    } finally {
      timer.shutdownNow();
    }
  }

  private SimpleConsumer consumer(ClientConfiguration configuration) throws ClientException {
    return client
        .newSimpleConsumerBuilder()
        .setClientConfiguration(configuration)
        .setConsumerGroup(NAME)
        .setAwaitDuration(LONG_POLL)
        .setSubscriptionExpressions(Map.of(NAME, FilterExpression.SUB_ALL))
        .build();
  }

  private void send(ClientConfiguration configuration, String key) throws Exception {
    try (Producer producer =
        client.newProducerBuilder().setClientConfiguration(configuration).setTopics(NAME).build()) {
      producer.send(
          client
              .newMessageBuilder()
              .setTopic(NAME)
              .setMessageGroup("A")
              .setKeys(key)
              .setBody(key.getBytes(UTF_8))
              .build());
    }
  }

  private static MessageView receive(SimpleConsumer consumer) {
    return await()
        .atMost(Duration.ofSeconds(30))
        .until(() -> consumer.receive(1, Duration.ofMinutes(1)), views -> !views.isEmpty())
        .get(0);
  }

  private double count(String name, String result) {
    return registry.get(name).tag("result", result).counter().count();
  }
}
