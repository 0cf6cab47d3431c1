package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.GroupColumns;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.message.ErrorText;
import java.time.Instant;
import java.util.List;
import org.jdbi.v3.core.Handle;

/** The record of who did what to which group, when and why. Stateless and thread-safe. */
public final class OperatorActions {

  private static final String RECORD =
      """
      insert into operator_action
        (consumer_group, topic, message_group, action, author, reason, messages, done_at)
      values
        (:consumer_group, :topic, :message_group, :action, :author, :reason, :messages,
         current_timestamp)
      """;

  private static final String COUNT =
      """
      update operator_action
         set messages = messages + 1
       where number = :number
      """;

  private static final String LAST =
      """
      select action, author, reason, messages, done_at
        from operator_action
       where consumer_group = :consumer_group and topic = :topic and message_group = :message_group
       order by number desc
       fetch first 10 rows only
      """;

  /** One action on record. Immutable. */
  public record Entry(String action, String author, String reason, int messages, Instant doneAt) {}

  /**
   * Records an action, in the transaction that does it.
   *
   * @param messages how many messages it was about
   * @return the number of the record
   */
  public long record(Handle handle, GroupKey key, Action action, Operator operator, int messages) {
    return GroupColumns.bind(handle.createUpdate(RECORD), key)
        .bind("action", action.label())
        .bind("author", operator.author())
        .bind("reason", ErrorText.fitting(operator.reason()))
        .bind("messages", messages)
        .executeAndReturnGeneratedKeys("number")
        .mapTo(Long.class)
        .one();
  }

  /** Counts one more message of an action that goes on. */
  public void count(Handle handle, long number) {
    handle.createUpdate(COUNT).bind("number", number).execute();
  }

  /** The last actions on a group, newest first. */
  public List<Entry> last(Handle handle, GroupKey key) {
    return GroupColumns.bind(handle.createQuery(LAST), key)
        .map(
            (row, context) ->
                new Entry(
                    row.getString("action"),
                    row.getString("author"),
                    row.getString("reason"),
                    row.getInt("messages"),
                    row.getTimestamp("done_at").toInstant()))
        .list();
  }
}
