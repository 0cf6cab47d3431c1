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
  private final EffectCalls effectCalls;
  private final Inbox inbox;
  private final Attempts attemptCounts;
  private final ProcessListener listener;
  private final FaultPoints faults;

  HandlerRun(
      MessageHandler handler,
      EffectCalls effectCalls,
      Inbox inbox,
      Attempts attemptCounts,
      ProcessListener listener,
      FaultPoints faults) {
    this.handler = handler;
    this.effectCalls = effectCalls;
    this.inbox = inbox;
    this.attemptCounts = attemptCounts;
    this.listener = listener;
    this.faults = faults;
  }

  /**
   * Runs the handler for a message whose inbox row is written; of one with an effect that was made,
   * what follows from it.
   *
   * @param run a record of its attempt has to go, and whoever has no effect yet needs its lease
   * @throws Exception what the handler threw; an error that is the handler's own counts as one too
   */
  void handle(Handle handle, Message message, Run run) throws Exception {
    Optional<Called> called = run.called();
    if (called.isEmpty()) {
      run.requireOurs();
    }
    try {
      Optional<String> result =
          called.isPresent()
              ? effectCalls.settle(handle, message, called.get())
              : apply(handle, message);
      requireOpen(handle);
      faults.passed(Step.HANDLER_RAN);
      if (result.isPresent()) {
        inbox.storeResult(handle, message, storable(result.get()));
      }
    } catch (LinkageError | StackOverflowError | AssertionError handlersOwn) {
      throw new IllegalStateException("the handler failed: " + handlersOwn, handlersOwn);
    }
    // Who waited for the effect's claim has left a record, too.
    if (run.reserved() > 0 || called.isPresent()) {
      attemptCounts.forget(handle, message);
    }
  }

  /** What a handler ends belongs to others too: the inbox row, and messages that share it. */
  private static void requireOpen(Handle handle) {
    if (!handle.isInTransaction()) {
      throw new IllegalStateException(
          "the handler ended the transaction, by commit or rollback of its handle: throw instead");
    }
  }

  private Optional<String> apply(Handle handle, Message message) throws Exception {
    if (effectCalls.areDueFor(message)) {
      throw ClaimedEffectException.changed(); // It was not in turn when its effect was due.
    }
    requireOwnGroup(message);
    return listener.timed(() -> handler.handle(message, handle));
  }

  /**
   * Whether the message was sent under the group that its body belongs to.
   *
   * @throws MisroutedMessageException when it was not
   */
  void requireOwnGroup(Message message) {
    Optional<String> owner = handler.messageGroupOf(message);
    if (owner.isPresent() && !owner.get().equals(message.messageGroup())) {
      throw new MisroutedMessageException(message.messageGroup(), owner.get());
    }
  }

  private static String storable(String result) {
    Results.problem(result)
        .ifPresent(
            problem -> {
              throw new IllegalStateException(problem);
            });
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
