package dev.lanekeeper.worker.effect;

import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Looks at the record of an effect, and changes nothing. Under the lock on its message's group,
 * what it sees stays so except for what the one who has claimed it writes. Stateless and
 * thread-safe.
 */
public final class EffectLook {
  private static final String LOOK =
      """
      select state, epoch, owner, claimed_until, current_timestamp as now
        from effect
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and name = :name
      """;

  /**
   * What is on record.
   *
   * @param owner who claimed it last, for people
   * @param claimLeft how long a claim that is alive still keeps others away
   */
  public record Seen(EffectState state, long epoch, String owner, Optional<Duration> claimLeft) {
    /** Whether nobody can say whether it happened, or nobody has yet. */
    public boolean isOpen() {
      return state == EffectState.UNKNOWN || state == EffectState.IN_PROGRESS;
    }
  }

  /** What is on record; empty when nobody has ever claimed it. */
  public Optional<Seen> look(Handle handle, EffectKey key) {
    return handle
        .createQuery(LOOK)
        .bind("consumer_group", key.consumerGroup())
        .bind("source", key.dedupKey().source())
        .bind("event_id", key.dedupKey().id())
        .bind("name", key.name())
        .map(
            (row, context) -> {
              EffectState state = EffectState.ofLabel(row.getString("state"));
              Duration left =
                  Duration.between(
                      row.getTimestamp("now").toInstant(),
                      row.getTimestamp("claimed_until").toInstant());
              boolean isAlive =
                  state == EffectState.IN_PROGRESS && left.compareTo(Duration.ZERO) > 0;
              return new Seen(
                  state,
                  row.getLong("epoch"),
                  row.getString("owner"),
                  isAlive ? Optional.of(left) : Optional.empty());
            })
        .findOne();
  }

  /** Whether it is on record as done under this epoch, and so by whoever has it. */
  public boolean isDone(Handle handle, EffectKey key, long epoch) {
    return look(handle, key)
        .filter(seen -> seen.state() == EffectState.DONE && seen.epoch() == epoch)
        .isPresent();
  }
}
