package dev.lanekeeper.worker.inbox;

import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Lets one process at a time remove the old rows of a consumer group. During a batch the lock on a
 * row keeps others away, and they leave at once; between two batches the name in it does, until it
 * is a minute old by the database's clock. It is a matter of economy: two at once would remove
 * nothing wrong. Stateless but for its name, and thread-safe.
 */
final class PurgeTurn {
  private static final Duration RESERVED = Duration.ofMinutes(1);

  private static final String LOCK =
      """
      select holder, taken_at, current_timestamp as now
        from purge_turn
       where consumer_group = :consumer_group
         for update skip locked
      """;

  private static final String EXISTS =
      """
      select 1
        from purge_turn
       where consumer_group = :consumer_group
      """;

  private static final String CREATE =
      """
      insert into purge_turn
        (consumer_group, holder, taken_at)
      values
        (:consumer_group, :holder, current_timestamp)
      on conflict do nothing
      """;

  private static final String TAKE =
      """
      update purge_turn
         set holder = :holder,
             taken_at = current_timestamp
       where consumer_group = :consumer_group
      """;

  private final String consumerGroup;
  private final String holder;

  /**
   * @param holder names this process, and no other
   */
  PurgeTurn(String consumerGroup, String holder) {
    this.consumerGroup = consumerGroup;
    this.holder = holder;
  }

  private record Row(String holder, Instant takenAt, Instant now) {}

  /**
   * Takes the turn until the transaction ends.
   *
   * @return the database's time; empty when it is another's turn
   */
  Optional<Instant> take(Handle handle) {
    Optional<Row> row = lock(handle).filter(this::isOurs);
    if (row.isPresent()) {
      write(handle, TAKE);
    }
    return row.map(Row::now);
  }

  /** Sees to it that there is a row to lock. */
  void prepare(Handle handle) {
    boolean exists =
        handle
            .createQuery(EXISTS)
            .bind("consumer_group", consumerGroup)
            .mapTo(Integer.class)
            .findOne()
            .isPresent();
    if (!exists) {
      write(handle, CREATE);
    }
  }

  private Optional<Row> lock(Handle handle) {
    return handle
        .createQuery(LOCK)
        .bind("consumer_group", consumerGroup)
        .map(
            (row, context) ->
                new Row(
                    row.getString("holder"),
                    row.getTimestamp("taken_at").toInstant(),
                    row.getTimestamp("now").toInstant()))
        .findOne();
  }

  private boolean isOurs(Row row) {
    return row.holder().equals(holder) || row.takenAt().isBefore(row.now().minus(RESERVED));
  }

  private void write(Handle handle, String sql) {
    handle.createUpdate(sql).bind("consumer_group", consumerGroup).bind("holder", holder).execute();
  }
}
