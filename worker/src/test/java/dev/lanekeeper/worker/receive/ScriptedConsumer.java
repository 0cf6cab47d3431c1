package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.consumer.FilterExpression;
import org.apache.rocketmq.client.apis.consumer.SimpleConsumer;
import org.apache.rocketmq.client.apis.message.MessageView;
import org.apache.rocketmq.client.java.message.MessageViewImpl;

/**
 * Answers as a broker would that a test cannot make do so at will: late, or not at all. Handles are
 * treated as by rocketmq-client-java 5.2.0, which ReceiptHandleIT shows with the real one: an
 * extension gives a new one, and one that fails leaves none. Thread-safe.
 */
final class ScriptedConsumer implements SimpleConsumer {
  private final Deque<List<MessageView>> deliveries = new ArrayDeque<>();
  private final List<String> calls = new ArrayList<>();
  private final Deque<CompletableFuture<Void>> held = new ArrayDeque<>();
  private boolean refusing;
  private boolean holding;
  private int handles;

  /** The next receive returns this. */
  synchronized void delivers(List<MessageView> views) {
    deliveries.add(views);
  }

  /** From now on every call fails, or none. */
  synchronized void refuses(boolean every) {
    refusing = every;
  }

  /** From now on extensions are under way until they are answered. */
  synchronized void holdsExtensions() {
    holding = true;
  }

  /** Answers the extension that is under way. */
  void answers() {
    CompletableFuture<Void> extension;
    synchronized (this) {
      holding = false;
      extension = held.removeFirst();
    }
    extension.complete(null);
  }

  /** What was asked for: the call, with its handle and its duration. */
  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  @Override
  public synchronized List<MessageView> receive(int max, Duration invisible) {
    return deliveries.isEmpty() ? List.of() : deliveries.removeFirst();
  }

  @Override
  public synchronized void ack(MessageView view) throws ClientException {
    calls.add("acknowledge " + ((MessageViewImpl) view).getReceiptHandle());
    failIfRefusing();
  }

  @Override
  public synchronized void changeInvisibleDuration(MessageView view, Duration duration)
      throws ClientException {
    MessageViewImpl impl = (MessageViewImpl) view;
    calls.add("change " + impl.getReceiptHandle() + " " + duration);
    impl.setReceiptHandle("");
    failIfRefusing();
    handles++;
    impl.setReceiptHandle("handle-" + handles);
  }

  @Override
  public synchronized CompletableFuture<Void> changeInvisibleDurationAsync(
      MessageView view, Duration duration) {
    try {
      changeInvisibleDuration(view, duration);
    } catch (ClientException refused) {
      return CompletableFuture.failedFuture(refused);
    }
    if (holding) {
      CompletableFuture<Void> extension = new CompletableFuture<>();
      held.add(extension);
      return extension;
    }
    return CompletableFuture.completedFuture(null);
  }

  private void failIfRefusing() throws ClientException {
    if (refusing) {
      throw new ClientException("as the test says");
    }
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
  public CompletableFuture<List<MessageView>> receiveAsync(int max, Duration invisible) {
    throw new UnsupportedOperationException();
  }

  @Override
  public CompletableFuture<Void> ackAsync(MessageView view) {
    throw new UnsupportedOperationException();
  }

  @Override
  public void close() {}
}
