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
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Parks groups whose gap stays open for too long. The time is the database's. Thread-safe. */
public final class Gaps {
  private static final Logger log = LoggerFactory.getLogger(Gaps.class);

  private final FailureClassifier classifier = new FailureClassifier();
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
        .forEach(this::parkUnlessBusy);
  }

  /** A group that somebody works on is looked at the next time; it does not keep the others. */
  private void parkUnlessBusy(GroupKey key) {
    try {
      park(key);
    } catch (RuntimeException failure) {
      if (classifier.isOutage(failure)) {
        throw failure;
      }
      log.debug("{} is looked at later", key, failure);
    }
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
