package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.ConflictingMessageException;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.HeldRuns;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.message.Decoder;
import dev.lanekeeper.worker.message.RawMessage;
import dev.lanekeeper.worker.message.UndecodableMessageException;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * The steps of processing a held message, each in a transaction of its own under the lock on its
 * group's row, so it does not matter which process makes them. Every attempt is on record before it
 * starts: held messages are rare, and nobody will deliver them again. Thread-safe.
 */
final class HeldPass {
  private final Jdbi jdbi;
  private final Decoder decoder;
  private final HandlerRun handlerRun;
  private final EffectCalls effectCalls;
  private final HeldMessages heldMessages;
  private final HeldRuns heldRuns = new HeldRuns();
  private final Settlement settlement;
  private final ProcessListener listener;
  private final String self;

  /**
   * @param self names this process, and no other before or after it
   */
  HeldPass(
      Jdbi jdbi,
      Decoder decoder,
      HandlerRun handlerRun,
      EffectCalls effectCalls,
      HeldMessages heldMessages,
      Settlement settlement,
      ProcessListener listener,
      String self) {
    this.jdbi = jdbi;
    this.decoder = decoder;
    this.handlerRun = handlerRun;
    this.effectCalls = effectCalls;
    this.heldMessages = heldMessages;
    this.settlement = settlement;
    this.listener = listener;
    this.self = self;
  }

  /**
   * The held message that is in turn; empty when there is none, or the group is in another state.
   */
  Optional<HeldRow> next(GroupKey key, Set<GroupState> states) {
    return jdbi.inTransaction(
        handle -> {
          MessageGroup group = settlement.lock(handle, key);
          return states.contains(group.state())
              ? heldMessages.next(handle, key, group.lastSequence())
              : Optional.empty();
        });
  }

  /** Whether another process has put a run on record so lately that it may be about to make it. */
  boolean isTriedElsewhere(HeldRow row) {
    return row.triedBy().isAnotherThan(self);
  }

  /** Whether this process has put the last run on record, and it has not ended. */
  boolean isTriedHere(HeldRow row) {
    return row.triedBy().is(self);
  }

  /**
   * Puts an attempt that is about to start on record.
   *
   * @return the message with that attempt; empty when it is not in turn any more, or somebody else
   *     tries it
   */
  Optional<HeldRow> reserve(
      GroupKey key, HeldRow row, Optional<String> lastError, Set<GroupState> states) {
    return jdbi.inTransaction(
        handle -> {
          if (stillNext(handle, key, row, states).isEmpty()) {
            return Optional.empty();
          }
          int attempt = row.message().attempts() + 1;
          heldRuns.start(handle, key, row.position(), attempt, lastError, self);
          return Optional.of(row.withAttempts(attempt));
        });
  }

  /** Takes an attempt back: its failure says nothing about the message. */
  void release(GroupKey key, HeldRow tried) {
    jdbi.useTransaction(
        handle -> {
          settlement.lock(handle, key);
          heldRuns.release(handle, key, tried.position(), tried.message().attempts(), self);
        });
  }

  /** Records that an attempt has failed, and that another one follows. */
  void fail(GroupKey key, HeldRow tried, String error) {
    jdbi.useTransaction(
        handle -> {
          settlement.lock(handle, key);
          heldRuns.end(handle, key, tried.position(), tried.message().attempts(), error, self);
        });
  }

  /**
   * Makes the message's effect outside the database, if it has one, runs the handler and settles
   * it.
   *
   * @param tried the message, with the attempt that this process has put on record
   * @param run remembers an effect that was made until the message is settled
   * @return nothing when the message is not in turn any more
   * @throws Exception what the handler, or decoding, or the database threw
   */
  Outcome apply(GroupKey key, HeldRow tried, Run run, Set<GroupState> states) throws Exception {
    HandlersOwn.run(() -> makeEffect(key, tried, run, states));
    Outcome outcome = jdbi.inTransaction(handle -> apply(handle, key, tried, run, states));
    if (outcome instanceof Outcome.Duplicate duplicate) {
      duplicate
          .result()
          .ifPresent(result -> handlerRun.giveBack(decoder.decode(tried.message().raw()), result));
    }
    return outcome;
  }

  private void makeEffect(GroupKey key, HeldRow tried, Run run, Set<GroupState> states)
      throws Exception {
    Message message = decoder.decode(tried.message().raw()).withAttempt(tried.message().attempts());
    if (run.hasCalled(EffectCalls.keyOf(message))) {
      return;
    }
    run.forgetCall();
    if (!effectCalls.areDueFor(message)) {
      return;
    }
    handlerRun.requireOwnGroup(message);
    Optional<Begun> begun =
        jdbi.inTransaction(
            handle ->
                isDue(handle, key, tried, message, states)
                    ? Optional.of(effectCalls.begin(handle, message))
                    : Optional.empty());
    if (begun.isPresent()) {
      EffectCalls.Due due =
          handle -> {
            if (!isDue(handle, key, tried, message, states)) {
              throw ClaimedEffectException.changed();
            }
          };
      run.call(effectCalls.make(message, begun.get(), due));
    }
  }

  private boolean isDue(
      Handle handle, GroupKey key, HeldRow tried, Message message, Set<GroupState> states) {
    if (stillNext(handle, key, tried, states).filter(this::isTriedHere).isEmpty()) {
      return false;
    }
    MessageGroup group = settlement.lock(handle, key);
    Arrival arrival = Arrival.held(message, tried.message().raw(), tried.position());
    return settlement.settledBefore(handle, arrival, group).isEmpty();
  }

  private Outcome apply(Handle handle, GroupKey key, HeldRow tried, Run run, Set<GroupState> states)
      throws Exception {
    Optional<HeldRow> next = stillNext(handle, key, tried, states).filter(this::isTriedHere);
    if (next.isEmpty()) {
      effectCalls.records().keep(handle, run); // It happened, whoever settles it.
      return new Outcome.Nothing();
    }
    HeldRow row = next.get();
    MessageGroup group = settlement.lock(handle, key);
    Message message = decoder.decode(row.message().raw());
    Arrival arrival = Arrival.held(message, row.message().raw(), row.position());
    Optional<Turn.Known> before = settlement.settledBefore(handle, arrival, group);
    return before.isPresent()
        ? repeated(handle, key, row, arrival, run, group, before.get())
        : applied(handle, key, row, arrival, run, group);
  }

  private Outcome applied(
      Handle handle, GroupKey key, HeldRow row, Arrival arrival, Run run, MessageGroup group)
      throws Exception {
    int attempt = row.message().attempts();
    boolean moreHeld = settlement.enter(handle, arrival, group, attempt);
    heldMessages.remove(handle, key, row.position());
    handlerRun.handle(handle, arrival.message().withAttempt(attempt), run);
    return settled(handle, row, new Outcome.Applied(moreHeld));
  }

  private Outcome repeated(
      Handle handle,
      GroupKey key,
      HeldRow row,
      Arrival arrival,
      Run run,
      MessageGroup group,
      Turn.Known before) {
    if (!before.sameKey() || !before.fingerprint().equals(arrival.fingerprint())) {
      throw new ConflictingMessageException(Turn.difference(before, arrival));
    }
    effectCalls.records().keep(handle, run);
    heldMessages.remove(handle, key, row.position());
    return settled(handle, row, settlement.drop(handle, arrival, group, before));
  }

  /** Settles the message without its effect, by the policy. */
  Outcome giveUp(
      GroupKey key, HeldRow row, Run run, Why why, String error, Set<GroupState> states) {
    return jdbi.inTransaction(
        handle -> {
          effectCalls.records().keep(handle, run);
          if (stillNext(handle, key, row, states).isEmpty()) {
            return new Outcome.Nothing();
          }
          MessageGroup group = settlement.lock(handle, key);
          int attempts = row.message().attempts();
          Arrival arrival = anyArrival(row);
          Why reason =
              effectCalls.records().reason(handle, EffectCalls.keyOf(arrival.message()), why);
          return settled(
              handle, row, settlement.giveUp(handle, arrival, group, reason, attempts, error));
        });
  }

  /**
   * Locks the group, and finds the message that is in turn; empty unless that is the one which was
   * looked at before, with the same content and no attempt more.
   */
  Optional<HeldRow> stillNext(Handle handle, GroupKey key, HeldRow row, Set<GroupState> states) {
    MessageGroup group = settlement.lock(handle, key);
    return states.contains(group.state())
        ? heldMessages.next(handle, key, group.lastSequence()).filter(row::isSame)
        : Optional.empty();
  }

  private Outcome settled(Handle handle, HeldRow row, Outcome.Settled outcome) {
    RawMessage raw = row.message().raw();
    handle.afterCommit(() -> listener.settled(raw, row.message().attempts(), outcome));
    return outcome;
  }

  private Arrival anyArrival(HeldRow row) {
    Message message;
    try {
      message = decoder.decode(row.message().raw());
    } catch (UndecodableMessageException undecodable) {
      message = decoder.undecodable(row.message().raw());
    }
    return Arrival.held(message, row.message().raw(), row.position());
  }
}
