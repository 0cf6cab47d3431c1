package dev.lanekeeper.producer.split;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.message.MessageIdCodec;
import org.apache.rocketmq.client.java.message.MessageViewImpl;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** What happens to a ledger message while it is worked on. */
@Timeout(60)
class LedgerConsumerTest {
  private static final Duration INVISIBLE_TIME = Duration.ofMillis(300);
  private static final Duration LIMIT = Duration.ofSeconds(20);

  private final Extended broker = new Extended();

  @Test
  void leaseOfALedgerMessageInHandIsExtendedUntilItIsAcknowledged() throws Exception {
    // The clock stands still, so that a slow machine does not make the lease end.
    try (LedgerConsumer consumer = new LedgerConsumer(broker, INVISIBLE_TIME, LIMIT, () -> 0)) {
      LedgerDelivery delivery = consumer.receive().orElseThrow();

      assertThat(broker.extended.await(LIMIT.toSeconds(), TimeUnit.SECONDS)).isTrue();
      assertThat(delivery.acknowledge()).isTrue();
      assertThat(broker.calls).containsOnlyOnce("acknowledge").last().isEqualTo("acknowledge");
      assertThat(broker.calls.get(0)).isEqualTo("extend " + INVISIBLE_TIME);
    }
  }

  /**
   * Gives one message, and takes each call: the real one keeps a message for ten seconds at least.
   * Thread-safe.
   */
  private static final class Extended implements SimpleConsumer {
    private final List<String> calls = new CopyOnWriteArrayList<>();
    private final CountDownLatch extended = new CountDownLatch(5);

    @Override
    public CompletableFuture<List<MessageView>> receiveAsync(int max, Duration invisible) {
      return CompletableFuture.completedFuture(
          List.of(
              new MessageViewImpl(
                  MessageIdCodec.getInstance().nextMessageId(),
                  "ledgers",
                  new byte[0],
                  null,
                  "ledger",
                  null,
                  null,
                  null,
                  List.of(),
                  Map.of(),
                  "host",
                  0,
                  1,
                  null,
                  "handle",
                  0,
                  false,
                  null)));
    }

    @Override
    public CompletableFuture<Void> ackAsync(MessageView view) {
      calls.add("acknowledge");
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public CompletableFuture<Void> changeInvisibleDurationAsync(
        MessageView view, Duration duration) {
      calls.add("extend " + duration);
      extended.countDown();
      return CompletableFuture.completedFuture(null);
    }

    @Override
    public String getConsumerGroup() {
      throw new UnsupportedOperationException();
    }

    @Override
    public SimpleConsumer subscribe(String topic, FilterExpression expression) {
      throw new UnsupportedOperationException();
    }

    @Override
    public SimpleConsumer unsubscribe(String topic) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Map<String, FilterExpression> getSubscriptionExpressions() {
      throw new UnsupportedOperationException();
    }

    @Override
    public List<MessageView> receive(int max, Duration invisible) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void ack(MessageView view) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void changeInvisibleDuration(MessageView view, Duration duration) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void close() {}
  }
}
