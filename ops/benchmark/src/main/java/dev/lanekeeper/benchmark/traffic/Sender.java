package dev.lanekeeper.benchmark.traffic;

import dev.lanekeeper.benchmark.consumer.CommitLog;
import dev.lanekeeper.benchmark.consumer.SentTime;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.rocketmq.client.apis.ClientConfiguration;
import org.apache.rocketmq.client.apis.ClientException;
import org.apache.rocketmq.client.apis.ClientServiceProvider;
import org.apache.rocketmq.client.apis.message.Message;
import org.apache.rocketmq.client.apis.message.MessageBuilder;
import org.apache.rocketmq.client.apis.producer.Producer;
import org.apache.rocketmq.client.apis.producer.SendReceipt;

/**
 * Sends operations by the message contract, of each order one after the other. A message that is
 * not accepted ends the run: the measurement would be of something else. For one thread.
 */
public final class Sender implements AutoCloseable {
  private static final int IN_FLIGHT = 64;

  private final ClientServiceProvider client = ClientServiceProvider.loadService();
  private final Producer producer;

  public Sender(String endpoints) throws ClientException {
    this.producer =
        client
            .newProducerBuilder()
            .setClientConfiguration(
                ClientConfiguration.newBuilder().setEndpoints(endpoints).enableSsl(false).build())
            .build();
  }

  /** Sends so many, as fast as it goes: several at once, one of each order. */
  public void burst(String topic, Operations operations, int messages) throws InterruptedException {
    Semaphore room = new Semaphore(IN_FLIGHT);
    Map<String, CompletableFuture<SendReceipt>> last = new ConcurrentHashMap<>();
    for (int i = 0; i < messages; i++) {
      room.acquire();
      Operation operation = operations.next();
      CompletableFuture<SendReceipt> before = last.get(operation.order());
      CompletableFuture<SendReceipt> sent =
          before == null
              ? producer.sendAsync(message(topic, operation))
              : before.thenCompose(receipt -> producer.sendAsync(message(topic, operation)));
      last.put(operation.order(), sent);
      sent.whenComplete(
          (receipt, failure) -> {
            if (failure == null) {
              last.remove(operation.order(), sent); // One that failed is found below.
            }
            room.release();
          });
    }
    last.values().forEach(CompletableFuture::join);
  }

  /** Sends so many at a steady rate, one after the other. */
  public void steady(String topic, Operations operations, int messages, Duration every)
      throws ClientException, InterruptedException {
    long due = System.nanoTime();
    for (int i = 0; i < messages; i++) {
      TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
      producer.send(message(topic, operations.next()));
      due += every.toNanos();
    }
  }

  private Message message(String topic, Operation operation) {
    MessageBuilder builder =
        client
            .newMessageBuilder()
            .setTopic(topic)
            .setMessageGroup(operation.order())
            .setTag(operation.kind().tag())
            .setBody(operation.body());
    operation.properties().forEach(builder::addProperty);
    return builder.addProperty(SentTime.PROPERTY, Long.toString(CommitLog.nowMicros())).build();
  }

  @Override
  public void close() throws IOException {
    producer.close();
  }
}
