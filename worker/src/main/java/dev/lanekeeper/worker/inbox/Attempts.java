package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.group.TriedBy;
import dev.lanekeeper.worker.message.ErrorText;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jspecify.annotations.Nullable;

/**
 * The durable count of runs of the handler for a message that is not settled yet. A row appears
 * only once a message failed or may have been started by somebody who died; the happy path writes
 * nothing (design.md, "The life of a message"). Stateless and thread-safe.
 */
public final class Attempts {
  private static final String READ =
      """
      select started, last_error, started_by, %s
        from attempt
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """
          .formatted(TriedBy.recently("last_started_at"));

  private static final String UPDATE =
      """
      update attempt
         set started = greatest(started, :started),
             last_error = coalesce(:last_error, last_error),
             started_by = :started_by,
             last_started_at = current_timestamp
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """;

  private static final String INSERT =
      """
      insert into attempt
        (consumer_group, source, event_id, started, last_error, started_by, last_started_at)
      select :consumer_group, :source, :event_id, :started, :last_error, :started_by,
             current_timestamp
       where not exists (
               select 1
                 from inbox
                where consumer_group = :consumer_group
                  and source = :source
                  and event_id = :event_id)
      on conflict do nothing
      """;

  private static final String RELEASE =
      """
      update attempt
         set started = :started - 1,
             started_by = null
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and started = :started
         and started_by = :started_by
      """;

  private static final String FORGET =
      """
      delete from attempt
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """;

  /**
   * What is on record about a message's runs.
   *
   * @param started how many were started: 0 when nothing went wrong so far
   * @param lastError how the last one that ended failed
   * @param triedBy who has started the last one, unless it has ended
   */
  public record Known(int started, Optional<String> lastError, TriedBy triedBy) {
    static final Known NOTHING = new Known(0, Optional.empty(), TriedBy.NOBODY);
  }

  /** Reads what is on record. */
  public Known known(Handle handle, Message message) {
    return InboxColumns.bindKey(
            handle.createQuery(READ), message.consumerGroup(), message.dedupKey())
        .map(
            (row, context) ->
                new Known(
                    row.getInt("started"),
                    Optional.ofNullable(row.getString("last_error")),
                    TriedBy.read(row)))
        .findOne()
        .orElse(Known.NOTHING);
  }

  /**
   * Records that a run is about to begin.
   *
   * @param number which run, from 1
   * @param process who makes it
   */
  public void start(Handle handle, Message message, int number, String process) {
    write(handle, message, number, null, process);
  }

  /**
   * Records that a run has failed. A message that somebody else has settled meanwhile needs no
   * count.
   *
   * @param number which run, from 1
   * @param error what went wrong
   */
  public void fail(Handle handle, Message message, int number, String error) {
    write(handle, message, number, error, null);
  }

  /**
   * Takes a run back, since its failure says nothing about the message; unless somebody else has
   * begun another one.
   */
  public void release(Handle handle, Message message, int number, String process) {
    InboxColumns.bindKey(handle.createUpdate(RELEASE), message.consumerGroup(), message.dedupKey())
        .bind("started", number)
        .bind("started_by", process)
        .execute();
  }

  /** Removes the count: the message is settled, and the inbox keeps the number. */
  public void forget(Handle handle, Message message) {
    InboxColumns.bindKey(handle.createUpdate(FORGET), message.consumerGroup(), message.dedupKey())
        .execute();
  }

  private static void write(
      Handle handle,
      Message message,
      int number,
      @Nullable String error,
      @Nullable String process) {
    for (String sql : List.of(UPDATE, INSERT)) {
      int rows =
          InboxColumns.bindKey(
                  handle.createUpdate(sql), message.consumerGroup(), message.dedupKey())
              .bind("started", number)
              .bind("last_error", error == null ? null : ErrorText.fitting(error))
              .bind("started_by", process)
              .execute();
      if (rows > 0) {
        return;
      }
    }
  }
}
