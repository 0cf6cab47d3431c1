package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.HeldMessage;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.inbox.Inbox;
import dev.lanekeeper.worker.inbox.InboxRow;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/** Gathers what is on record about a message, for the decision whose turn it is. Thread-safe. */
final class Records {
  private final Inbox inbox;
  private final HeldMessages heldMessages;

  Records(Inbox inbox, HeldMessages heldMessages) {
    this.inbox = inbox;
    this.heldMessages = heldMessages;
  }

  Turn.Record about(Handle handle, Message message, MessageGroup group) {
    List<Turn.Known> held =
        heldMessages.find(handle, GroupKey.of(message), message.dedupKey()).stream()
            .map(Records::known)
            .toList();
    return new Turn.Record(settled(handle, message, group), held);
  }

  /** What was settled under the message's dedup key, or failing that under its sequence. */
  Optional<Turn.Known> settled(Handle handle, Message message, MessageGroup group) {
    Optional<InboxRow> byKey = inbox.find(handle, message.consumerGroup(), message.dedupKey());
    if (byKey.isPresent()) {
      return byKey.map(row -> new Turn.Known(true, row.fingerprint(), row.result()));
    }
    if (message.sequence().isEmpty() || message.sequence().getAsLong() > group.lastSequence()) {
      return Optional.empty();
    }
    return inbox
        .findBySequence(handle, GroupKey.of(message), message.sequence().getAsLong())
        .map(
            row ->
                row.isSkippedGap()
                    ? Turn.Known.SKIPPED
                    : new Turn.Known(false, row.fingerprint(), row.result()));
  }

  private static Turn.Known known(HeldMessage message) {
    return new Turn.Known(true, message.fingerprint(), Optional.empty());
  }
}
