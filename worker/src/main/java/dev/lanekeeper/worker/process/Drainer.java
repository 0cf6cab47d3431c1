package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessage;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.HeldStatus;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.ErrorText;
import dev.lanekeeper.worker.message.UndecodableMessageException;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Processes held messages whose turn has come, one at a time, each in a transaction of its own
 * under the lock on its group's row, so it does not matter which process does it. Every attempt is
 * on record before it starts: held messages are rare, and nobody will deliver them again.
 * Thread-safe.
 */
public final class Drainer {
  private final Jdbi jdbi;
  private final String consumerGroup;
  private final Decoder decoder;
  private final HandlerRun handlerRun;
  private final HeldMessages heldMessages;
  private final Settlement settlement;
  private final Judge judge;
  private final ProcessListener listener;

  Drainer(
      Jdbi jdbi,
      String consumerGroup,
      Decoder decoder,
      HandlerRun handlerRun,
      HeldMessages heldMessages,
      Settlement settlement,
      Judge judge,
      ProcessListener listener) {
    this.jdbi = jdbi;
    this.consumerGroup = consumerGroup;
    this.decoder = decoder;
    this.handlerRun = handlerRun;
    this.heldMessages = heldMessages;
    this.settlement = settlement;
    this.judge = judge;
    this.listener = listener;
  }

  /** The groups that have a held message in turn. */
  public List<GroupKey> groupsToDrain() {
    return jdbi.withHandle(handle -> heldMessages.groupsToDrain(handle, consumerGroup));
  }

  /**
   * Makes one pass over the held message of a group that is in turn.
   *
   * @param run what is remembered of that message; a fresh one after a message was settled
   */
  public Outcome drainNext(GroupKey key, Run run) {
    int attempt = Math.max(1, run.reserved());
    Optional<HeldRow> next = Optional.empty();
    try {
      next = jdbi.inTransaction(handle -> reserve(handle, key, run));
      if (next.isEmpty()) {
        return new Outcome.Nothing();
      }
      HeldRow row = next.get();
      if (judge.isExhaustedAfter(row.message().attempts())) {
        String error = "attempt " + row.message().attempts() + " did not end";
        return giveUp(key, row, run, Why.ATTEMPTS, row.message().lastError().orElse(error));
      }
      attempt = run.reserved();
      int number = attempt;
      return jdbi.inTransaction(handle -> apply(handle, key, row, number));
    } catch (Exception failure) {
      if (next.isEmpty()) {
        return judge.undecided(run, failure);
      }
      return judged(key, next.get(), run, attempt, failure);
    }
  }

  private Outcome judged(GroupKey key, HeldRow row, Run run, int attempt, Exception failure) {
    HeldRow tried = new HeldRow(row.position(), row.message().withAttempts(attempt));
    return judge
        .judge(run, attempt, failure)
        .decide(
            wait -> new Outcome.TryAgain(wait.delay(), failure),
            retry -> new Outcome.TryAgain(retry.delay(), failure),
            stop -> giveUp(key, tried, run, stop.why(), ErrorText.of(failure)));
  }

  /** Finds the message in turn and puts the attempt that is about to start on record. */
  private Optional<HeldRow> reserve(Handle handle, GroupKey key, Run run) {
    Optional<HeldRow> next = next(handle, key);
    if (next.isEmpty() || run.reserved() > 0) {
      return next;
    }
    HeldRow row = next.get();
    int before = Math.max(row.message().attempts(), run.used());
    if (judge.isExhaustedAfter(before)) {
      return Optional.of(new HeldRow(row.position(), row.message().withAttempts(before)));
    }
    heldMessages.change(
        handle,
        key,
        row.position(),
        HeldStatus.HELD,
        row.message().why(),
        before + 1,
        run.lastError().or(row.message()::lastError));
    handle.afterCommit(() -> run.reserve(before + 1));
    return next;
  }

  private Optional<HeldRow> next(Handle handle, GroupKey key) {
    MessageGroup group = settlement.lock(handle, key);
    boolean moves = group.state() == GroupState.OPEN || group.state() == GroupState.WAITING;
    return moves ? heldMessages.next(handle, key, group.lastSequence()) : Optional.empty();
  }

  private Outcome apply(Handle handle, GroupKey key, HeldRow row, int attempt) throws Exception {
    MessageGroup group = settlement.lock(handle, key);
    if (!isStillNext(handle, key, group, row)) {
      return new Outcome.Nothing();
    }
    Arrival arrival = arrival(row);
    boolean moreHeld = settlement.enter(handle, arrival, group, attempt);
    heldMessages.remove(handle, key, row.position());
    handlerRun.handle(handle, arrival.message().withAttempt(attempt), true);
    return settled(handle, row, new Outcome.Applied(moreHeld));
  }

  private Outcome giveUp(GroupKey key, HeldRow row, Run run, Why why, String error) {
    try {
      return jdbi.inTransaction(
          handle -> {
            MessageGroup group = settlement.lock(handle, key);
            if (!isStillNext(handle, key, group, row)) {
              return new Outcome.Nothing();
            }
            int attempts = row.message().attempts();
            return settled(
                handle, row, settlement.giveUp(handle, arrival(row), group, why, attempts, error));
          });
    } catch (RuntimeException unwell) {
      return judge.undecided(run, unwell);
    }
  }

  private boolean isStillNext(Handle handle, GroupKey key, MessageGroup group, HeldRow row) {
    return heldMessages
        .next(handle, key, group.lastSequence())
        .filter(next -> next.position() == row.position())
        .isPresent();
  }

  private Outcome settled(Handle handle, HeldRow row, Outcome.Settled outcome) {
    handle.afterCommit(() -> listener.settled(row.message().raw(), outcome));
    return outcome;
  }

  private Arrival arrival(HeldRow row) {
    HeldMessage held = row.message();
    Message message;
    try {
      message = decoder.decode(held.raw());
    } catch (UndecodableMessageException undecodable) {
      message = decoder.undecodable(held.raw());
    }
    return Arrival.held(message, held.raw(), row.position());
  }
}
