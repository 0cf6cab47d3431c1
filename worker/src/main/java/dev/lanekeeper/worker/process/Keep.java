package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.HeldMessage;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldStatus;
import dev.lanekeeper.worker.group.Why;
import dev.lanekeeper.worker.inbox.Arrival;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Keeps a message that is not applied, with its raw bytes: writes a row for one that comes from the
 * broker, and changes the row of one that is held already. Thread-safe.
 */
final class Keep {
  private final HeldMessages heldMessages;

  Keep(HeldMessages heldMessages) {
    this.heldMessages = heldMessages;
  }

  void keep(
      Handle handle,
      Arrival arrival,
      HeldStatus status,
      Why why,
      int attempts,
      Optional<String> error) {
    Message message = arrival.message();
    GroupKey key = GroupKey.of(message);
    if (arrival.heldPosition().isPresent()) {
      long position = arrival.heldPosition().getAsLong();
      heldMessages.change(handle, key, position, status, why, attempts, error);
    } else {
      heldMessages.add(
          handle,
          key,
          status,
          new HeldMessage(
              why,
              message.dedupKey(),
              message.sequence(),
              arrival.fingerprint(),
              arrival.raw(),
              attempts,
              error));
    }
  }
}
