package dev.lanekeeper.producer.split;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.message.LedgerMessage;
import dev.lanekeeper.producer.send.MessageSender;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** Confirms at once, or fails as the list says, one after the other. */
final class RecordingSender implements MessageSender {
  private final List<LedgerMessage> sent = new ArrayList<>();
  private final List<@Nullable Exception> failures = new ArrayList<>();
  private Runnable afterEach = () -> {};

  /** All that was sent, whatever came of it. */
  List<LedgerMessage> sent() {
    return sent;
  }

  void forget() {
    sent.clear();
  }

  /** What the next message comes to that has no answer yet; null is a confirmation. */
  void answers(@Nullable Exception failure) {
    failures.add(failure);
  }

  void afterEach(Runnable action) {
    afterEach = action;
  }

  @Override
  public CompletableFuture<Receipt.Stored> send(LedgerMessage message) {
    sent.add(message);
    Exception failure = sent.size() <= failures.size() ? failures.get(sent.size() - 1) : null;
    afterEach.run();
    return failure == null
        ? CompletableFuture.completedFuture(new Receipt.Stored("id", 0, sent.size()))
        : CompletableFuture.failedFuture(failure);
  }

  @Override
  public void close() {}
}
