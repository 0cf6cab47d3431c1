package dev.lanekeeper.worker.receive;

import dev.lanekeeper.program.broker.ClientCalls;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;

/**
 * The calls of the SimpleConsumer that is in use, none of which waits for ever. The client's own
 * limits do not hold when it is closed while a call is under way: what would end the call runs in
 * threads that are gone by then. So each is given a little longer than the client gives it.
 * Thread-safe.
 */
final class SimpleCalls {
  private static final Duration BACK_AT_ONCE = Duration.ofMillis(10);
  private static final Duration MARGIN = Duration.ofSeconds(2);

  private final Supplier<SimpleConsumer> consumer;
  private final Duration receiveLimit;
  private final Duration limit;

  /**
   * @param consumer the one in use, which may be replaced at any time
   * @param longPoll how long the broker holds an empty receive
   * @param requestTimeout the client's limit of all other calls
   */
  SimpleCalls(Supplier<SimpleConsumer> consumer, Duration longPoll, Duration requestTimeout) {
    this.consumer = consumer;
    this.limit = requestTimeout.plus(MARGIN);
    this.receiveLimit = longPoll.plus(limit);
  }

  /** Thrown by the calls of a client that has been replaced meanwhile: no sign of the broker's. */
  static final class ReplacedException extends Exception {
    private static final long serialVersionUID = 1L;

    private ReplacedException(Exception cause) {
      super(cause);
    }
  }

  /** Receives; messages that come after the limit are handed back. */
  List<MessageView> receive(int batch, Duration invisibleTime)
      throws ClientException, ReplacedException, InterruptedException {
    SimpleConsumer asked = consumer.get();
    try {
      CompletableFuture<List<MessageView>> received = asked.receiveAsync(batch, invisibleTime);
      return ClientCalls.await(received, receiveLimit, late -> late.forEach(this::handBackLate));
    } catch (ClientException | RuntimeException failure) {
      if (asked.equals(consumer.get())) {
        throw failure;
      }
      throw new ReplacedException(failure);
    }
  }

  private void handBackLate(MessageView view) {
    handingBack(view);
  }

  /** Acknowledges the message; may come to no end, so {@link #await} it. */
  CompletableFuture<Void> acknowledging(MessageView view) {
    try {
      return consumer.get().ackAsync(view);
    } catch (RuntimeException refused) {
      return CompletableFuture.failedFuture(refused);
    }
  }

  /** Waits for the end of a call that is no receive. */
  void await(CompletableFuture<Void> call) throws ClientException, InterruptedException {
    ClientCalls.await(call, limit);
  }

  /** Lets the message be delivered again at once. */
  void handBack(MessageView view) throws ClientException, InterruptedException {
    await(handingBack(view));
  }

  /** Lets the message be delivered again at once; may come to no end. */
  CompletableFuture<Void> handingBack(MessageView view) {
    return changeInvisibleTime(view, BACK_AT_ONCE);
  }

  /** How long a call may take that is no receive. */
  Duration limit() {
    return limit;
  }

  /** Asks for a new invisible time; may come to no end when the client is closed meanwhile. */
  CompletableFuture<Void> changeInvisibleTime(MessageView view, Duration invisibleTime) {
    return consumer.get().changeInvisibleDurationAsync(view, invisibleTime);
  }
}
