package dev.lanekeeper.worker.group;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.Query;

/**
 * Finds held messages and dead letters over all groups of a consumer group. Stateless, thread-safe.
 */
public final class HeldOverview {

  private static final String GROUPS_TO_DRAIN =
      """
      select distinct held.topic, held.message_group
        from held_message held
        join message_group known
          on known.consumer_group = held.consumer_group
         and known.topic = held.topic
         and known.name = held.message_group
       where held.consumer_group = :consumer_group
         and held.status = 'held'
         and known.state in ('open', 'waiting')
         and (held.sequence is null or held.sequence <= known.last_sequence + 1)
      """;

  private static final String NOW = "select current_timestamp";

  private static final String WAITING_SINCE =
      """
      select held.topic, held.message_group
        from held_message held
        join message_group known
          on known.consumer_group = held.consumer_group
         and known.topic = held.topic
         and known.name = held.message_group
       where held.consumer_group = :consumer_group
         and held.status = 'held'
         and known.state = 'waiting'
         and known.changed_at < :since
       group by held.topic, held.message_group
      having min(held.held_at) < :since
      """;

  private static final String DEAD =
      """
      select *
        from held_message
       where consumer_group = :consumer_group and status = 'dead'
       order by held_at
       fetch first 10000 rows only
      """;

  /** The groups that may move and have a held message in turn. */
  public List<GroupKey> groupsToDrain(Handle handle, String consumerGroup) {
    return groups(handle.createQuery(GROUPS_TO_DRAIN), consumerGroup);
  }

  /** The groups whose gap is open for longer, by the database's clock. */
  public List<GroupKey> waitingLongerThan(Handle handle, String consumerGroup, Duration time) {
    Instant now =
        handle.createQuery(NOW).map((row, context) -> row.getTimestamp(1).toInstant()).one();
    return groups(
        handle.createQuery(WAITING_SINCE).bind("since", Timestamp.from(now.minus(time))),
        consumerGroup);
  }

  /** The dead letters of a consumer group, the oldest first, 10,000 at most. */
  public List<HeldRow> dead(Handle handle, String consumerGroup) {
    return handle
        .createQuery(DEAD)
        .bind("consumer_group", consumerGroup)
        .map((row, context) -> HeldRows.placed(row))
        .list();
  }

  private static List<GroupKey> groups(Query query, String consumerGroup) {
    return query
        .bind("consumer_group", consumerGroup)
        .map(
            (row, context) ->
                new GroupKey(consumerGroup, row.getString("topic"), row.getString("message_group")))
        .list();
  }
}
