package dev.lanekeeper.worker.group;

import dev.lanekeeper.worker.message.ErrorText;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * The runs of held messages on record: each is put there before it begins, by the process that
 * makes it, and only that process says how it ended. Every writer holds the lock on the group's
 * row. Stateless and thread-safe.
 */
public final class HeldRuns {

  private static final String START =
      """
      update held_message
         set attempts = :attempts,
             last_error = coalesce(:last_error, last_error),
             started_by = :process,
             started_at = current_timestamp
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
      """;

  private static final String END =
      """
      update held_message
         set last_error = :last_error,
             started_by = null
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
         and attempts = :attempts
         and started_by = :process
      """;

  private static final String RELEASE =
      """
      update held_message
         set attempts = :attempts - 1,
             started_by = null
       where consumer_group = :consumer_group
         and topic = :topic
         and message_group = :message_group
         and position = :position
         and attempts = :attempts
         and started_by = :process
      """;

  /**
   * Puts a run on record that is about to begin.
   *
   * @param attempt which run, from 1
   * @param process who makes it
   */
  public void start(
      Handle handle,
      GroupKey key,
      long position,
      int attempt,
      Optional<String> lastError,
      String process) {
    GroupColumns.bind(handle.createUpdate(START), key)
        .bind("position", position)
        .bind("attempts", attempt)
        .bind("last_error", lastError.map(ErrorText::fitting))
        .bind("process", process)
        .execute();
  }

  /** Records that a run has failed, unless somebody else has begun another one. */
  public void end(
      Handle handle, GroupKey key, long position, int attempt, String error, String process) {
    GroupColumns.bind(handle.createUpdate(END), key)
        .bind("position", position)
        .bind("attempts", attempt)
        .bind("last_error", ErrorText.fitting(error))
        .bind("process", process)
        .execute();
  }

  /** Takes a run back that did not count, unless somebody else has begun another one. */
  public void release(Handle handle, GroupKey key, long position, int attempt, String process) {
    GroupColumns.bind(handle.createUpdate(RELEASE), key)
        .bind("position", position)
        .bind("attempts", attempt)
        .bind("process", process)
        .execute();
  }
}
