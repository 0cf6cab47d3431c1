package dev.lanekeeper.worker.receive;

import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
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
  private final Deque<CompletableFuture<List<MessageView>>> unanswered = new ArrayDeque<>();
  private final List<String> calls = new ArrayList<>();
  private final Deque<Held> held = new ArrayDeque<>();
  private final List<CompletableFuture<Void>> acknowledges = new ArrayList<>();
  private boolean refusing;
  private boolean holdingAcknowledges;
  private boolean holding;
  private int handles;

  /** An extension that is under way. */
  private record Held(MessageViewImpl view, CompletableFuture<Void> answer) {}

  /** The next receive returns this. */
  synchronized void delivers(List<MessageView> views) {
    deliveries.add(views);
  }

  /** The next receive comes to no end of its own; what it returns is up to the test. */
  synchronized CompletableFuture<List<MessageView>> leavesUnanswered() {
    CompletableFuture<List<MessageView>> receive = new CompletableFuture<>();
    unanswered.add(receive);
    return receive;
  }

  /** From now on every call fails, or none. */
  synchronized void refuses(boolean every) {
    refusing = every;
  }

  /** Whether extensions are under way from now on until they are answered. */
  synchronized void holdsExtensions(boolean every) {
    holding = every;
  }

  /** Whether acknowledges are under way from now on until they are answered. */
  synchronized void holdsAcknowledges(boolean every) {
    holdingAcknowledges = every;
  }

  /** Answers the acknowledges that are under way, the latest first. */
  void answersAcknowledges() {
    List<CompletableFuture<Void>> answered;
    synchronized (this) {
      answered = new ArrayList<>(acknowledges);
    }
    Collections.reverse(answered);
    answered.forEach(answer -> answer.complete(null));
  }

  /** The extension that is under way for the longest time fails, late. */
  void failsLate() {
    Held extension;
    synchronized (this) {
      extension = held.removeFirst();
      extension.view().setReceiptHandle("");
    }
    extension.answer().completeExceptionally(new ClientException("as the test says"));
  }

  /** What was asked for: the call, with its handle and its duration. */
  synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  @Override
  public synchronized CompletableFuture<List<MessageView>> receiveAsync(
      int max, Duration invisible) {
    if (!unanswered.isEmpty()) {
      return unanswered.removeFirst();
    }
    return CompletableFuture.completedFuture(
        deliveries.isEmpty() ? List.of() : deliveries.removeFirst());
  }

  @Override
  public synchronized CompletableFuture<Void> ackAsync(MessageView view) {
    calls.add("acknowledge " + ((MessageViewImpl) view).getReceiptHandle());
    if (holdingAcknowledges) {
      CompletableFuture<Void> answer = new CompletableFuture<>();
      acknowledges.add(answer);
      return answer;
    }
    return refusing ? refusal() : CompletableFuture.completedFuture(null);
  }

  @Override
  public synchronized CompletableFuture<Void> changeInvisibleDurationAsync(
      MessageView view, Duration duration) {
    MessageViewImpl impl = (MessageViewImpl) view;
    calls.add("change " + impl.getReceiptHandle() + " " + duration);
    if (holding) {
      CompletableFuture<Void> answer = new CompletableFuture<>();
      held.add(new Held(impl, answer));
      return answer;
    }
    impl.setReceiptHandle(refusing ? "" : nextHandle());
    return refusing ? refusal() : CompletableFuture.completedFuture(null);
  }

  private String nextHandle() {
    handles++;
    return "handle-" + handles;
  }

  private static CompletableFuture<Void> refusal() {
    return CompletableFuture.failedFuture(new ClientException("as the test says"));
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
