package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import java.time.Duration;
import java.util.List;
import org.jdbi.v3.core.Jdbi;

/**
 * A group that does not move, and for how long its messages are held. Immutable.
 *
 * @param waited since the oldest was held, by the database's clock
 * @param attempts of its head
 * @param held how many are held, the head included
 */
public record SlowestHeld(
    GroupKey key, GroupState state, Duration waited, int attempts, long held) {

  private static final String SLOWEST =
      """
      select known.topic,
             known.name,
             known.state,
             min(held.held_at) as since,
             max(held.attempts) as attempts,
             count(*) as number,
             current_timestamp as now
        from message_group known
        join held_message held
          on held.consumer_group = known.consumer_group
         and held.topic = known.topic
         and held.message_group = known.name
       where known.consumer_group = :consumer_group
         and known.state in ('waiting', 'parked', 'paused')
         and held.status = 'held'
       group by known.topic, known.name, known.state
       order by since
       fetch first :limit rows only
      """;

  /** The groups whose messages are held longest, the longest first. */
  public static List<SlowestHeld> read(Jdbi jdbi, String consumerGroup, int limit) {
    return jdbi.withHandle(
        handle ->
            handle
                .createQuery(SLOWEST)
                .bind("consumer_group", consumerGroup)
                .bind("limit", limit)
                .map(
                    (row, context) ->
                        new SlowestHeld(
                            new GroupKey(
                                consumerGroup, row.getString("topic"), row.getString("name")),
                            GroupState.ofLabel(row.getString("state")),
                            Duration.between(
                                row.getTimestamp("since").toInstant(),
                                row.getTimestamp("now").toInstant()),
                            row.getInt("attempts"),
                            row.getLong("number")))
                .list());
  }
}
