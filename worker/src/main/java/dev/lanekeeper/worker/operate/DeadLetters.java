package dev.lanekeeper.worker.operate;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.HeldMessage;
import dev.lanekeeper.worker.group.HeldOverview;
import dev.lanekeeper.worker.group.HeldRow;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Jdbi;

/** Reads the dead letters of a consumer group. Takes no locks. Thread-safe. */
public final class DeadLetters {
  private final Jdbi jdbi;
  private final HeldOverview overview = new HeldOverview();

  public DeadLetters(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /** A dead letter and its group. Immutable. */
  public record DeadLetter(GroupKey key, HeldRow row) {
    /** What it is called on the command line. */
    public String name() {
      return key.name() + "/" + row.position();
    }

    public HeldMessage message() {
      return row.message();
    }

    public DedupKey dedupKey() {
      return row.message().dedupKey();
    }
  }

  /** All dead letters, the oldest first, 10,000 at most. */
  public List<DeadLetter> list(String consumerGroup) {
    return jdbi.withHandle(handle -> overview.dead(handle, consumerGroup)).stream()
        .map(
            row ->
                new DeadLetter(
                    new GroupKey(
                        consumerGroup,
                        row.message().raw().topic(),
                        row.message().raw().messageGroup()),
                    row))
        .toList();
  }

  /** The dead letter of this name in a topic. */
  public Optional<DeadLetter> find(String consumerGroup, String topic, String name) {
    return list(consumerGroup).stream()
        .filter(letter -> letter.key().topic().equals(topic) && letter.name().equals(name))
        .findFirst();
  }
}
