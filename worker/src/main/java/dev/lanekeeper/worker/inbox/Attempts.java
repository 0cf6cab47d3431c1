package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.message.ErrorText;
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
      select started, last_error
        from attempt
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """;

  private static final String UPDATE =
      """
      update attempt
         set started = greatest(started, :started),
             last_error = coalesce(:last_error, last_error),
             last_started_at = current_timestamp
       where consumer_group = :consumer_group and source = :source and event_id = :event_id
      """;

  private static final String INSERT =
      """
      insert into attempt
        (consumer_group, source, event_id, started, last_error, last_started_at)
      values
        (:consumer_group, :source, :event_id, :started, :last_error, current_timestamp)
      on conflict do nothing
      """;

  private static final String RELEASE =
      """
      update attempt
         set started = :started - 1
       where consumer_group = :consumer_group
         and source = :source
         and event_id = :event_id
         and started = :started
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
   */
  public record Known(int started, Optional<String> lastError) {
    static final Known NOTHING = new Known(0, Optional.empty());
  }

  /** Reads what is on record. */
  public Known known(Handle handle, Message message) {
    return InboxColumns.bindKey(
            handle.createQuery(READ), message.consumerGroup(), message.dedupKey())
        .map(
            (row, context) ->
                new Known(row.getInt("started"), Optional.ofNullable(row.getString("last_error"))))
        .findOne()
        .orElse(Known.NOTHING);
  }

  /**
   * Records that a run is about to start, or that it failed.
   *
   * @param number which run, from 1
   * @param error what went wrong, or null before the run
   */
  public void record(Handle handle, Message message, int number, @Nullable String error) {
    if (write(handle, UPDATE, message, number, error) == 0) {
      write(handle, INSERT, message, number, error);
    }
  }

  /** Takes a run back: its failure says nothing about the message. */
  public void release(Handle handle, Message message, int number) {
    InboxColumns.bindKey(handle.createUpdate(RELEASE), message.consumerGroup(), message.dedupKey())
        .bind("started", number)
        .execute();
  }

  /** Removes the count: the message is settled, and the inbox keeps the number. */
  public void forget(Handle handle, Message message) {
    InboxColumns.bindKey(handle.createUpdate(FORGET), message.consumerGroup(), message.dedupKey())
        .execute();
  }

  private static int write(
      Handle handle, String sql, Message message, int number, @Nullable String error) {
    return InboxColumns.bindKey(
            handle.createUpdate(sql), message.consumerGroup(), message.dedupKey())
        .bind("started", number)
        .bind("last_error", error == null ? null : ErrorText.fitting(error))
        .execute();
  }
}
