package dev.lanekeeper.producer.split;

import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.broker.BrokerOptions;
import dev.lanekeeper.program.broker.ClientStart;
import dev.lanekeeper.program.broker.Lease;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;

/** Receives ledger messages, one at a time. For one thread. */
public final class LedgerConsumer implements AutoCloseable {

  /** How long the broker holds an empty receive: the least that proxies allow. */
  private static final Duration LONG_POLL = Duration.ofSeconds(5);

  /** Beyond the time in which a receive has to return, empty or not. */
  private static final Duration MARGIN = Duration.ofSeconds(30);

  private static final Duration CLOSE_LIMIT = Duration.ofSeconds(5);

  private final SimpleConsumer consumer;
  private final Duration invisibleTime;
  private final Duration limit;
  private final LongSupplier nanoTime;
  private final ScheduledExecutorService timer =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "lease");
            thread.setDaemon(true);
            return thread;
          });

  LedgerConsumer(
      SimpleConsumer consumer, Duration invisibleTime, Duration limit, LongSupplier nanoTime) {
    this.consumer = consumer;
    this.invisibleTime = invisibleTime;
    this.limit = limit;
    this.nanoTime = nanoTime;
  }

  /**
   * Connects.
   *
   * @param invisibleTime for how long the broker keeps a message for this process
   * @param nanoTime a monotonic clock
   * @throws ProgramException when that fails, with what to do
   */
  public static LedgerConsumer start(
      BrokerOptions broker,
      String topic,
      String group,
      Duration invisibleTime,
      LongSupplier nanoTime) {
    ClientConfiguration configuration = broker.clientConfiguration();
    SimpleConsumer consumer =
        ClientStart.ofConsumer(broker, topic, group)
            .start(
                () ->
                    ClientServiceProvider.loadService()
                        .newSimpleConsumerBuilder()
                        .setClientConfiguration(configuration)
                        .setConsumerGroup(group)
                        .setAwaitDuration(LONG_POLL)
                        .setSubscriptionExpressions(Map.of(topic, FilterExpression.SUB_ALL))
                        .build());
    return new LedgerConsumer(
        consumer, invisibleTime, LONG_POLL.plus(broker.requestTimeout()).plus(MARGIN), nanoTime);
  }

  /**
   * Waits a while for a ledger message.
   *
   * @throws ExecutionException when the broker cannot be asked
   * @throws ProgramException when the client does not come back at all, which only a new one mends
   */
  public Optional<LedgerDelivery> receive() throws ExecutionException, InterruptedException {
    try {
      List<MessageView> views =
          consumer.receiveAsync(1, invisibleTime).get(limit.toMillis(), TimeUnit.MILLISECONDS);
      return views.stream()
          .findFirst()
          .map(view -> new LedgerDelivery(consumer, view, lease(view), limit));
    } catch (TimeoutException silent) {
      throw new ProgramException(
          ExitCode.UNAVAILABLE,
          "a receive has not returned for %s; ending, so that whoever runs this starts it anew"
              .formatted(limit),
          silent);
    }
  }

  private Lease lease(MessageView view) {
    return new Lease(
        consumer::changeInvisibleDurationAsync,
        view,
        invisibleTime,
        nanoTime,
        timer,
        accepted -> {});
  }

  @Override
  public void close() {
    timer.shutdownNow();
    BoundedClose.close(consumer, CLOSE_LIMIT);
  }
}
