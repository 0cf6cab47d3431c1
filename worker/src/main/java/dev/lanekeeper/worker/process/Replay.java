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
  private final Inbox inbox;
  private final MessageGroups groups;
  private final HeldMessages heldMessages;

  Replay(
      Jdbi jdbi,
      Decoder decoder,
      HandlerRun handlerRun,
      Inbox inbox,
      MessageGroups groups,
      HeldMessages heldMessages) {
    this.jdbi = jdbi;
    this.decoder = decoder;
    this.handlerRun = handlerRun;
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
    return jdbi.inTransaction(
        handle -> {
          groups.lock(handle, key);
          Message message = decoder.decode(row.message().raw());
          Optional<InboxRow> before =
              inbox.find(handle, message.consumerGroup(), message.dedupKey());
          boolean applied = before.filter(known -> known.fate() == Fate.APPLIED).isPresent();
          if (applied || !heldMessages.removeDead(handle, key, row.position())) {
            return false;
          }
          Arrival arrival = Arrival.held(message, row.message().raw(), row.position());
          int attempt = row.message().attempts() + 1;
          if (before.isPresent()) {
            inbox.applyAfterAll(handle, arrival, attempt);
          } else {
            inbox.settle(handle, arrival, Fate.APPLIED, attempt);
          }
          handlerRun.handle(handle, message.withAttempt(attempt), true);
          afterwards.record(handle);
          return true;
        });
  }
}
