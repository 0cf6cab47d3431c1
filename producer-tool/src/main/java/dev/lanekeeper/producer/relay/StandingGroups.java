package dev.lanekeeper.producer.relay;

import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The message groups that stand still, each behind a row that cannot be sent until a person has
 * corrected it. One line is logged for such a row; it is looked at again after a while. For one
 * thread.
 */
final class StandingGroups {
  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");
  private static final Duration AGAIN = Duration.ofSeconds(30);

  private final LongSupplier nanoTime;
  private final Map<String, Standing> groups = new HashMap<>();

  StandingGroups(LongSupplier nanoTime) {
    this.nanoTime = nanoTime;
  }

  private record Standing(long sequence, long until) {}

  /** Lets a row's group stand still. */
  void stand(OutboxRow row, String problem) {
    long until = nanoTime.getAsLong() + AGAIN.toNanos();
    Standing before = groups.put(row.messageGroup(), new Standing(row.sequence(), until));
    if (before == null || before.sequence() != row.sequence()) {
      log.error(
          "{} cannot be sent: {}; its group waits, the others go on; correct the row in the"
              + " database",
          row,
          problem);
    }
  }

  /** A row was sent. */
  void sent(OutboxRow row) {
    if (groups.remove(row.messageGroup()) != null) {
      log.info("{} is sent; its group goes on", row);
    }
  }

  /** The groups whose row is not looked at again yet. */
  List<String> resting() {
    long now = nanoTime.getAsLong();
    return groups.entrySet().stream()
        .filter(one -> now - one.getValue().until() < 0)
        .map(Map.Entry::getKey)
        .toList();
  }

  /** Keeps the groups whose row still waits; others may have sent a row, or deleted it. */
  void retain(BiPredicate<String, Long> isUnsent) {
    groups.entrySet().removeIf(one -> !isUnsent.test(one.getKey(), one.getValue().sequence()));
  }

  int count() {
    return groups.size();
  }
}
