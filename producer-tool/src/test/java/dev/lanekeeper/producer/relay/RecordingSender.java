package dev.lanekeeper.producer.relay;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.send.MessageSender;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.apache.rocketmq.client.java.exception.InternalErrorException;

/** Confirms at once, but for the failures that it is told to have. */
final class RecordingSender implements MessageSender {
  private final List<LedgerMessage> sent = new ArrayList<>();
  private int failures;
  private Runnable beforeEach = () -> {};
  private Runnable afterTheSecond = () -> {};

  /** All that was sent, whatever came of it. */
  List<LedgerMessage> sent() {
    return sent;
  }

  void forget() {
    sent.clear();
  }

  /** From now on so many messages are not confirmed. */
  void fails(int times) {
    failures = times;
  }

  void beforeEach(Runnable action) {
    beforeEach = action;
  }

  void afterTheSecond(Runnable action) {
    afterTheSecond = action;
  }

  @Override
  public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
    beforeEach.run();
    sent.add(message);
    if (sent.size() == 2) {
      afterTheSecond.run();
    }
    if (failures > 0) {
      failures--;
      return CompletableFuture.failedFuture(new InternalErrorException(50001, "r", "away"));
    }
    return CompletableFuture.completedFuture(new Receipt.Stored("id", 0, sent.size()));
  }

  Map<String, List<Long>> sequences() {
    Map<String, List<Long>> sequences = new HashMap<>();
    sent.forEach(
        message ->
            sequences
                .computeIfAbsent(message.messageGroup(), name -> new ArrayList<>())
                .add(message.sequence()));
    return sequences;
  }

  List<String> bodies(String group) {
    return sent.stream()
        .filter(message -> message.messageGroup().equals(group))
        .map(message -> new String(message.body(), UTF_8))
        .toList();
  }

  @Override
  public void close() {}
}
