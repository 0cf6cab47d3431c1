package dev.lanekeeper.producer.relay;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.result.ResultIterable;
import org.jdbi.v3.core.result.ResultIterator;
import org.jspecify.annotations.Nullable;

/** Reads what is not sent yet. Stateless and thread-safe. */
final class OutboxRows {
  private static final String UNSENT =
      """
      select unsent.number, unsent.message_group, unsent.sequence, unsent.source, unsent.event_id,
             unsent.type, unsent.subject, unsent.event_time, unsent.content_type, unsent.tag,
             unsent.last_in_sequence, unsent.trace_parent, unsent.body,
             sent.last_sequence as last_sent
        from outbox unsent
        left join outbox_sent sent
          on sent.topic = unsent.topic
         and sent.message_group = unsent.message_group
       where unsent.topic = :topic
         and unsent.sent_at is null
         and unsent.number > :after
         and unsent.sequence > coalesce(sent.last_sequence, 0)
         and unsent.sequence <= coalesce(sent.last_sequence, 0) + :page
         and unsent.message_group <> all (:resting)
         and exists (select 1
                       from outbox head
                      where head.topic = unsent.topic
                        and head.message_group = unsent.message_group
                        and head.sequence = coalesce(sent.last_sequence, 0) + 1
                        and head.sent_at is null)
       order by unsent.number
       fetch first :page rows only
      """;

  private static final String IS_UNSENT =
      """
      select count(*)
        from outbox
       where topic = :topic
         and message_group = :message_group
         and sequence = :sequence
         and sent_at is null
      """;

  /** Rows fetched at once, since bodies may be large. */
  private static final int FETCH = 16;

  private static final long MOST_BYTES = 32L * 1024 * 1024;

  private final String topic;

  OutboxRows(String topic) {
    this.topic = topic;
  }

  /**
   * The next rows that are not sent, in the order in which they were inserted; fewer when their
   * bodies are large. Left out is what cannot be in turn now, so that its bodies are not read in
   * each round: rows of groups that rest, those behind a number that is not there, and those
   * further behind than a page.
   *
   * @param after the number behind which to look
   * @param page rows at most
   * @param resting message groups to leave out
   */
  List<OutboxRow> unsent(Handle handle, long after, int page, Collection<String> resting) {
    return handle.inTransaction(
        transaction -> {
          List<OutboxRow> rows = new ArrayList<>();
          long bytes = 0;
          try (ResultIterator<OutboxRow> found =
              query(transaction, after, page, resting).iterator()) {
            while (found.hasNext() && bytes < MOST_BYTES) {
              OutboxRow row = found.next();
              rows.add(row);
              bytes += row.body().length;
            }
          }
          return rows;
        });
  }

  /** Whether a row is there and not sent. */
  boolean isUnsent(Handle handle, String messageGroup, long sequence) {
    return handle
            .createQuery(IS_UNSENT)
            .bind("topic", topic)
            .bind("message_group", messageGroup)
            .bind("sequence", sequence)
            .mapTo(Long.class)
            .one()
        > 0;
  }

  private ResultIterable<OutboxRow> query(
      Handle transaction, long after, int page, Collection<String> resting) {
    return transaction
        .createQuery(UNSENT)
        .setFetchSize(FETCH)
        .bind("topic", topic)
        .bind("after", after)
        .bind("page", page)
        .bindArray("resting", String.class, resting.toArray())
        .map((row, context) -> row(row));
  }

  private static OutboxRow row(ResultSet row) throws SQLException {
    return new OutboxRow(
        row.getLong("number"),
        row.getString("message_group"),
        row.getLong("sequence"),
        row.getLong("last_sent"),
        row.getString("source"),
        row.getString("event_id"),
        row.getString("type"),
        Optional.ofNullable(row.getString("subject")),
        time(row.getTimestamp("event_time")),
        row.getString("content_type"),
        Optional.ofNullable(row.getString("tag")),
        row.getBoolean("last_in_sequence"),
        Optional.ofNullable(row.getString("trace_parent")),
        row.getBytes("body"));
  }

  private static Optional<OffsetDateTime> time(@Nullable Timestamp time) {
    return Optional.ofNullable(time)
        .map(at -> at.toInstant().truncatedTo(ChronoUnit.MICROS).atOffset(ZoneOffset.UTC));
  }
}
