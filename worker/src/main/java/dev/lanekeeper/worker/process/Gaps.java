package dev.lanekeeper.worker.process;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.HeldOverview;
import dev.lanekeeper.worker.group.MessageGroup;
import dev.lanekeeper.worker.group.Why;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** Parks groups whose gap stays open for too long. The time is the database's. Thread-safe. */
public final class Gaps {
  private final Jdbi jdbi;
  private final String consumerGroup;
  private final GroupChanges groups;
  private final HeldMessages heldMessages;
  private final HeldOverview overview = new HeldOverview();
  private final Duration timeout;

  Gaps(
      Jdbi jdbi,
      String consumerGroup,
      GroupChanges groups,
      HeldMessages heldMessages,
      Duration timeout) {
    this.jdbi = jdbi;
    this.consumerGroup = consumerGroup;
    this.groups = groups;
    this.heldMessages = heldMessages;
    this.timeout = timeout;
  }

  /** Parks every group that waits for longer than the time-out. */
  public void parkOverdue() {
    jdbi.withHandle(handle -> overview.waitingLongerThan(handle, consumerGroup, timeout))
        .forEach(this::park);
  }

  private void park(GroupKey key) {
    jdbi.useTransaction(
        handle -> {
          MessageGroup group = groups.lock(handle, key);
          boolean open = heldMessages.next(handle, key, group.lastSequence()).isEmpty();
          if (group.state() == GroupState.WAITING && open) {
            groups.change(
                handle,
                key,
                group,
                GroupState.PARKED,
                group.heldCount(),
                Optional.of(Why.GAP.label()),
                GroupChanges.WORKER);
          }
        });
  }
}
