package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.worker.group.GroupColumns;
import dev.lanekeeper.worker.group.GroupKey;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/**
 * Removes the rows of message groups that ended long ago, once nothing of them is left in the inbox
 * or among the held messages. Waits for nobody who has a group locked. Stateless and thread-safe.
 */
final class OldGroups {

  /** Groups of one batch at most; each takes three statements. */
  static final int BATCH = 100;

  /** The rows of skipped gaps go with their group: until then they tell late messages apart. */
  private static final String NOTHING_LEFT =
      """
         and not exists (select 1
                           from inbox
                          where inbox.consumer_group = known.consumer_group
                            and inbox.topic = known.topic
                            and inbox.message_group = known.name
                            and inbox.source <> 'lanekeeper:skipped-gap')
         and not exists (select 1
                           from held_message held
                          where held.consumer_group = known.consumer_group
                            and held.topic = known.topic
                            and held.message_group = known.name)
      """;

  static final String FIND =
      """
      select topic, name
        from message_group known
       where consumer_group = :consumer_group
         and state = 'ended'
         and changed_at < :before
      """
          + NOTHING_LEFT
          + """
       order by changed_at
       fetch first :batch rows only
      """;

  private static final String LOCK =
      """
      select 1
        from message_group
       where consumer_group = :consumer_group and topic = :topic and name = :message_group
         for update skip locked
      """;

  private static final String DELETE =
      """
      delete from message_group known
       where consumer_group = :consumer_group
         and topic = :topic
         and name = :message_group
         and state = 'ended'
         and changed_at < :before
      """
          + NOTHING_LEFT;

  private static final String DELETE_SKIPPED_GAPS =
      """
      delete from inbox
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and source = 'lanekeeper:skipped-gap'
      """;

  /** Removes one batch of what ended before; returns its size. */
  int purge(Handle handle, String consumerGroup, Instant before) {
    List<GroupKey> old =
        handle
            .createQuery(FIND)
            .bind("consumer_group", consumerGroup)
            .bind("before", Timestamp.from(before))
            .bind("batch", BATCH)
            .map(
                (row, context) ->
                    new GroupKey(consumerGroup, row.getString("topic"), row.getString("name")))
            .list();
    return old.stream().mapToInt(key -> purge(handle, key, before)).sum();
  }

  /** What was found may have changed by the time that its lock is had: it is judged again. */
  private static int purge(Handle handle, GroupKey key, Instant before) {
    boolean locked =
        GroupColumns.bind(handle.createQuery(LOCK), key).mapTo(Integer.class).findOne().isPresent();
    if (!locked) {
      return 0;
    }
    int deleted =
        GroupColumns.bind(handle.createUpdate(DELETE), key)
            .bind("before", Timestamp.from(before))
            .execute();
    if (deleted > 0) {
      GroupColumns.bind(handle.createUpdate(DELETE_SKIPPED_GAPS), key).execute();
    }
    return deleted;
  }
}
