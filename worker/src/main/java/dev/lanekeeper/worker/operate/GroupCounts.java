package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.GroupState;
import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import org.jdbi.v3.core.Jdbi;

/**
 * How many groups do not simply move, and how much is held: what a gauge shows. Counts no open and
 * no ended groups, of which there may be millions. Immutable.
 *
 * @param groups by state: waiting, parked and paused
 * @param held held messages
 * @param dead dead letters
 * @param oldestHeld for how long the oldest held message is held, by the database's clock
 * @param redriven messages that operators have redriven
 */
public record GroupCounts(
    Map<GroupState, Long> groups, long held, long dead, Duration oldestHeld, long redriven) {

  private static final String BY_STATE =
      """
      select state, count(*) as number
        from message_group
       where consumer_group = :consumer_group and state in ('waiting', 'parked', 'paused')
       group by state
      """;

  private static final String HELD =
      """
      select count(case when status = 'held' then 1 end) as held,
             count(case when status = 'dead' then 1 end) as dead,
             min(case when status = 'held' then held_at end) as oldest,
             current_timestamp as now
        from held_message
       where consumer_group = :consumer_group
      """;

  private static final String REDRIVEN =
      """
      select coalesce(sum(messages), 0)
        from operator_action
       where consumer_group = :consumer_group and action = 'redrive'
      """;

  public GroupCounts {
    groups = Map.copyOf(groups);
  }

  /** Before anything was counted. */
  public static GroupCounts nothing() {
    return new GroupCounts(Map.of(), 0, 0, Duration.ZERO, 0);
  }

  /** Counts. */
  public static GroupCounts read(Jdbi jdbi, String consumerGroup) {
    return jdbi.withHandle(
        handle -> {
          Map<GroupState, Long> groups = new EnumMap<>(GroupState.class);
          handle
              .createQuery(BY_STATE)
              .bind("consumer_group", consumerGroup)
              .map(
                  (row, context) ->
                      Map.entry(GroupState.ofLabel(row.getString("state")), row.getLong("number")))
              .forEach(entry -> groups.put(entry.getKey(), entry.getValue()));
          long redriven =
              handle
                  .createQuery(REDRIVEN)
                  .bind("consumer_group", consumerGroup)
                  .mapTo(Long.class)
                  .one();
          return handle
              .createQuery(HELD)
              .bind("consumer_group", consumerGroup)
              .map(
                  (row, context) -> {
                    var oldest = row.getTimestamp("oldest");
                    Duration age =
                        oldest == null
                            ? Duration.ZERO
                            : Duration.between(
                                oldest.toInstant(), row.getTimestamp("now").toInstant());
                    return new GroupCounts(
                        groups, row.getLong("held"), row.getLong("dead"), age, redriven);
                  })
              .one();
        });
  }
}
