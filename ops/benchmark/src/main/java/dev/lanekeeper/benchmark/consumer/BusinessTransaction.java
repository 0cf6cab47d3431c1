package dev.lanekeeper.benchmark.consumer;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.worker.handler.ledger.LedgerHandler;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Handle;

/**
 * What all consumers with a database do with a message, by the same code: wait for as long as a
 * handler that calls somebody would, then apply it as the worker's ledger handler does, and write
 * down when that was committed. Thread-safe.
 */
final class BusinessTransaction implements MessageHandler {
  private final MessageHandler ledger = new LedgerHandler();
  private final Duration pause;
  private final CommitLog commits;

  BusinessTransaction(Duration pause, CommitLog commits) {
    this.pause = pause;
    this.commits = commits;
  }

  @Override
  public Optional<String> messageGroupOf(Message message) {
    return ledger.messageGroupOf(message);
  }

  @Override
  public Optional<String> handle(Message message, Handle handle) throws Exception {
    if (!pause.isZero()) {
      TimeUnit.NANOSECONDS.sleep(pause.toNanos());
    }
    Optional<String> result = ledger.handle(message, handle);
    long sentMicros = SentTime.of(message.properties());
    handle.afterCommit(() -> commits.add(sentMicros));
    return result;
  }
}
