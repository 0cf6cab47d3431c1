package dev.lanekeeper.producer.split;

import dev.lanekeeper.api.MessageAttributes;
import dev.lanekeeper.program.broker.ClientCalls;
import dev.lanekeeper.program.broker.Lease;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.message.MessageViewImpl;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A ledger message in hand, and what can be done with it: acknowledge it, or give it back. An
 * acknowledge that the broker does not take is tried again while the lease lasts, and then left:
 * the message comes again, and all that it is split into is a repeat. For one thread.
 */
public final class LedgerDelivery {
  private static final Logger log = LoggerFactory.getLogger(LedgerDelivery.class);
  private static final Duration BACK_AT_ONCE = Duration.ofMillis(10);
  private static final int ACKNOWLEDGE_TRIES = 4;

  private final SimpleConsumer consumer;
  private final MessageView view;
  private final Lease lease;
  private final Duration limit;

  LedgerDelivery(SimpleConsumer consumer, MessageView view, Lease lease, Duration limit) {
    this.consumer = consumer;
    this.view = view;
    this.lease = lease;
    this.limit = limit;
  }

  /** What it holds. */
  public LedgerBatch batch() {
    ByteBuffer buffer = view.getBody();
    byte[] body = new byte[buffer.remaining()];
    buffer.get(body);
    return new LedgerBatch(
        view.getMessageId().toString(),
        view.getMessageGroup().orElse(""),
        Optional.ofNullable(view.getProperties().get(MessageAttributes.CONTENT_TYPE)),
        // A SimpleConsumer delivers a damaged body, and does not say so.
        view instanceof MessageViewImpl impl && impl.isCorrupted(),
        body);
  }

  /** Tells the broker that all of it is done; returns whether it took that. */
  public boolean acknowledge() throws InterruptedException {
    release();
    for (int attempt = 1; attempt <= ACKNOWLEDGE_TRIES && lease.isOurs(); attempt++) {
      try {
        ClientCalls.await(consumer.ackAsync(view), limit);
        return true;
      } catch (ClientException | RuntimeException failure) {
        log.debug("acknowledge {} failed", attempt, failure);
      }
      TimeUnit.MILLISECONDS.sleep(200L << attempt);
    }
    return false;
  }

  /** Gives it back, to be delivered again at once, here or elsewhere. */
  public void handBack() throws InterruptedException {
    release();
    if (lease.isOurs()) {
      try {
        ClientCalls.await(consumer.changeInvisibleDurationAsync(view, BACK_AT_ONCE), limit);
      } catch (ClientException | RuntimeException failure) {
        log.debug("handing back failed: it comes again when its lease ends", failure);
      }
    }
  }

  private void release() throws InterruptedException {
    try {
      lease.release().get(10, TimeUnit.SECONDS);
    } catch (ExecutionException | TimeoutException unknown) {
      log.debug("an extension of the lease has not come to an end", unknown);
    }
  }
}
