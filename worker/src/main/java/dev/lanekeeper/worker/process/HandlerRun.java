package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import dev.lanekeeper.worker.inbox.Attempts;
import dev.lanekeeper.worker.inbox.Inbox;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** One run of the handler, inside the transaction that settles the message. Thread-safe. */
final class HandlerRun {
  private final MessageHandler handler;
  private final Inbox inbox;
  private final Attempts attemptCounts;
  private final ProcessListener listener;
  private final FaultPoints faults;

  HandlerRun(
      MessageHandler handler,
      Inbox inbox,
      Attempts attemptCounts,
      ProcessListener listener,
      FaultPoints faults) {
    this.handler = handler;
    this.inbox = inbox;
    this.attemptCounts = attemptCounts;
    this.listener = listener;
    this.faults = faults;
  }

  /**
   * Runs the handler for a message whose inbox row is written.
   *
   * @param onRecord whether the attempt was recorded before, so that its record has to go
   * @throws Exception what the handler threw; an error that is the handler's own counts as one too
   */
  void handle(Handle handle, Message message, boolean onRecord) throws Exception {
    try {
      Optional<String> owner = handler.messageGroupOf(message);
      if (owner.isPresent() && !owner.get().equals(message.messageGroup())) {
        throw new MisroutedMessageException(message.messageGroup(), owner.get());
      }
      Optional<String> result = listener.timed(() -> handler.handle(message, handle));
      faults.passed(Step.HANDLER_RAN);
      if (result.isPresent()) {
        inbox.storeResult(handle, message, storable(result.get()));
      }
    } catch (LinkageError | StackOverflowError | AssertionError handlersOwn) {
      throw new IllegalStateException("the handler failed: " + handlersOwn, handlersOwn);
    }
    if (onRecord) {
      attemptCounts.forget(handle, message);
    }
  }

  private static String storable(String result) {
    if (result.length() > MessageHandler.MAX_RESULT_LENGTH) {
      throw new IllegalStateException(
          "the handler's result has %d characters; at most %d can be stored"
              .formatted(result.length(), MessageHandler.MAX_RESULT_LENGTH));
    }
    if (result.indexOf('\0') >= 0) {
      throw new IllegalStateException(
          "the handler's result contains a NUL character, which PostgreSQL does not store");
    }
    return result;
  }

  /**
   * Gives the stored result back to the handler. Outside any transaction; what the handler does
   * with it changes nothing about the message.
   */
  void giveBack(Message message, String result) {
    try {
      handler.repeated(message, result);
    } catch (Exception | LinkageError | StackOverflowError | AssertionError handlersOwn) {
      listener.notGivenBack(message, handlersOwn);
    }
  }
}
