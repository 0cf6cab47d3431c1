package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.DedupKey;
import java.sql.Timestamp;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;

/**
 * Removes the records of effects outside the database that were done long ago. One stays while its
 * message is held or a dead letter: it is what keeps the effect from being made again. What is not
 * done stays, whatever its age. Stateless and thread-safe.
 */
final class OldEffects {

  /** Rows of one batch at most. */
  static final int BATCH = 500;

  static final String FIND =
      """
      select source, event_id, name
        from effect known
       where consumer_group = :consumer_group
         and state = 'done'
         and changed_at < :before
         and not exists (select 1
                           from held_message held
                          where held.consumer_group = known.consumer_group
                            and held.source = known.source
                            and held.event_id = known.event_id)
       order by changed_at
       fetch first :batch rows only
      """;

  private static final String DELETE =
      """
      delete from effect
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and name = :name
         and state = 'done'
      """;

  private record Old(DedupKey key, String name) {}

  /** Removes one batch of what was done before; returns its size. */
  int purge(Handle handle, String consumerGroup, Instant before) {
    List<Old> old =
        handle
            .createQuery(FIND)
            .bind("consumer_group", consumerGroup)
            .bind("before", Timestamp.from(before))
            .bind("batch", BATCH)
            .map(
                (row, context) ->
                    new Old(
                        new DedupKey(row.getString("source"), row.getString("event_id")),
                        row.getString("name")))
            .list();
    if (old.isEmpty()) {
      return 0;
    }
    PreparedBatch batch = handle.prepareBatch(DELETE);
    for (Old one : old) {
      InboxColumns.bindKey(batch, consumerGroup, one.key()).bind("name", one.name()).add();
    }
    int deleted = 0;
    for (int count : batch.execute()) {
      deleted += count;
    }
    return deleted;
  }
}
