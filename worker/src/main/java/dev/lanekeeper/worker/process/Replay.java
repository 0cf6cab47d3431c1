package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.MessageGroups;
import dev.lanekeeper.worker.inbox.Arrival;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.inbox.Inbox;
import dev.lanekeeper.worker.inbox.InboxRow;
import dev.lanekeeper.worker.message.Decoder;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Applies a dead letter after all, out of its order, since its group has moved on without it: an
 * operator's decision, one attempt, under the lock on the group's row. Thread-safe.
 */
public final class Replay {
  private final Jdbi jdbi;
  private final Decoder decoder;
  private final HandlerRun handlerRun;
  private final EffectCalls effectCalls;
  private final Inbox inbox;
  private final MessageGroups groups;
  private final HeldMessages heldMessages;

  Replay(
      Jdbi jdbi,
      Decoder decoder,
      HandlerRun handlerRun,
      EffectCalls effectCalls,
      Inbox inbox,
      MessageGroups groups,
      HeldMessages heldMessages) {
    this.jdbi = jdbi;
    this.decoder = decoder;
    this.handlerRun = handlerRun;
    this.effectCalls = effectCalls;
    this.inbox = inbox;
    this.groups = groups;
    this.heldMessages = heldMessages;
  }

  /** What is to be done in the same transaction, once the message is applied. */
  public interface Afterwards {
    void record(Handle handle);
  }

  /**
   * Applies one dead letter.
   *
   * @return false when another message was applied under its dedup key, or it is no dead letter any
   *     more; nothing was changed
   * @throws Exception what the handler threw; nothing was changed
   */
  public boolean apply(GroupKey key, HeldRow row, Afterwards afterwards) throws Exception {
    int attempt = row.message().attempts() + 1;
    Message message = decoder.decode(row.message().raw()).withAttempt(attempt);
    Run run = new Run(true);
    run.reserve(attempt);
    try {
      HandlersOwn.run(() -> makeEffect(key, row, message, run));
      return settle(key, row, message, run, afterwards);
    } catch (Exception failure) {
      effectCalls.records().keep(run, failure);
      throw failure;
    }
  }

  private void makeEffect(GroupKey key, HeldRow row, Message message, Run run) throws Exception {
    if (!effectCalls.areDueFor(message)) {
      return;
    }
    handlerRun.requireOwnGroup(message);
    Optional<Begun> begun =
        jdbi.inTransaction(
            handle -> {
              boolean isDue = isDue(handle, key, row, message);
              return isDue ? Optional.of(effectCalls.begin(handle, message)) : Optional.empty();
            });
    if (begun.isPresent()) {
      EffectCalls.Due due =
          handle -> {
            if (!isDue(handle, key, row, message)) {
              throw ClaimedEffectException.changed();
            }
          };
      run.call(effectCalls.make(message, begun.get(), due));
    }
  }

  private boolean isDue(Handle handle, GroupKey key, HeldRow row, Message message) {
    groups.lock(handle, key);
    return isUnapplied(inbox.find(handle, message.consumerGroup(), message.dedupKey()));
  }

  private static boolean isUnapplied(Optional<InboxRow> before) {
    return before.filter(known -> known.fate() == Fate.APPLIED).isEmpty();
  }

  private boolean settle(GroupKey key, HeldRow row, Message message, Run run, Afterwards afterwards)
      throws Exception {
    return jdbi.inTransaction(
        handle -> {
          groups.lock(handle, key);
          Optional<InboxRow> before =
              inbox.find(handle, message.consumerGroup(), message.dedupKey());
          if (!isUnapplied(before) || !heldMessages.removeDead(handle, key, row.position())) {
            effectCalls.records().keep(handle, run); // It happened, whoever settles it.
            return false;
          }
          Arrival arrival = Arrival.held(message, row.message().raw(), row.position());
          if (before.isPresent()) {
            inbox.applyAfterAll(handle, arrival, message.attempt());
          } else {
            inbox.settle(handle, arrival, Fate.APPLIED, message.attempt());
          }
          handlerRun.handle(handle, message, run);
          afterwards.record(handle);
          return true;
        });
  }
}
