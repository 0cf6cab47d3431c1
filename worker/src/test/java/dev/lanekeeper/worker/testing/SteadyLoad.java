package dev.lanekeeper.worker.testing;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.rocketmq.client.apis.ClientException;

/**
 * Adds to one order after the other at a steady rate, until it is stopped, and knows how long each
 * message took from then to its commit. Thread-safe.
 */
public final class SteadyLoad implements AutoCloseable {
  private static final int EVERY_MILLIS = 40;

  private static final String SETTLED =
      """
      select message_group || '#' || sequence || '='
               || cast(floor(extract(epoch from settled_at) * 1000) as bigint)
        from inbox
      """;

  private record Sent(String order, long sequence, Instant at) {
    String key() {
      return order + "#" + sequence;
    }
  }

  private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();
  private final Sender sender;
  private final int orders;
  private final List<Sent> sent = new ArrayList<>();
  private final ScheduledFuture<?> sending;

  private SteadyLoad(Sender sender, int orders) {
    this.sender = sender;
    this.orders = orders;
    this.sending = clock.scheduleAtFixedRate(this::sendOne, 0, EVERY_MILLIS, TimeUnit.MILLISECONDS);
  }

  public static SteadyLoad start(String endpoints, String topic, int orders)
      throws ClientException {
    return new SteadyLoad(new Sender(endpoints, topic), orders);
  }

  private void sendOne() {
    int number = sent();
    Sent next = new Sent("S-" + number % orders, 1 + number / orders, Instant.now());
    sender.send(
        next.order(), next.sequence(), next.sequence() == 1 ? "create" : "add", body(next), false);
    synchronized (sent) {
      sent.add(next);
    }
  }

  private static String body(Sent next) {
    return """
        {"op":"%s","order_id":"%s","seq":%d,"txn_id":"t%d","amount":1.00,"currency":"EUR"}"""
        .formatted(
            next.sequence() == 1 ? "create" : "add",
            next.order(),
            next.sequence(),
            next.sequence());
  }

  /** How many messages were sent until now. */
  public int sent() {
    synchronized (sent) {
      return sent.size();
    }
  }

  /** Sends no more. */
  public void stop() throws InterruptedException, TimeoutException {
    sending.cancel(false);
    clock.shutdown();
    if (!clock.awaitTermination(1, TimeUnit.MINUTES)) {
      throw new TimeoutException("the last message is still being sent");
    }
  }

  /** From before its sending to its commit, for each message in the order sent. */
  public List<Duration> delays(LedgerDatabase database) {
    Map<String, Instant> settled = new HashMap<>();
    for (String row : database.query(SETTLED)) {
      int split = row.lastIndexOf('=');
      settled.put(
          row.substring(0, split), Instant.ofEpochMilli(Long.parseLong(row.substring(split + 1))));
    }
    synchronized (sent) {
      return sent.stream()
          .map(message -> Duration.between(message.at(), settled.get(message.key())))
          .toList();
    }
  }

  @Override
  public void close() throws IOException {
    clock.shutdownNow();
    sender.close();
  }
}
