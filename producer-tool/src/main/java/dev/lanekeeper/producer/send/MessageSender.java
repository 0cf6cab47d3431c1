package dev.lanekeeper.producer.send;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.producer.message.LedgerMessage;
import java.util.concurrent.CompletableFuture;

/** Sends messages. Called by one thread. */
public interface MessageSender extends AutoCloseable {

  /**
   * Begins to send. The future ends once the broker has stored the message; it fails when the
   * broker has not, or when nobody knows whether it has. It may end in any thread.
   */
  CompletableFuture<Receipt.Stored> send(LedgerMessage message);

  @Override
  void close();
}
