package dev.lanekeeper.worker.inbox;

import java.util.List;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.PreparedBatch;
import org.jdbi.v3.core.statement.SqlStatement;
import org.jdbi.v3.core.statement.TemplateEngine;
import org.jdbi.v3.core.statement.Update;

/**
 * One data-modifying statement. Its parts see one snapshot, but do not depend on it: an {@code
 * update} waits for the row's lock and judges its newest version, as {@code on conflict do update}
 * does, and {@code on conflict do nothing} sees rows that the snapshot does not
 * (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED). A group that
 * does not exist yet is created only by its first message; all others take the statement that is
 * cheaper, since it looks the group's row up once.
 */
public final class PostgresShortCut implements ShortCut {

  private static final String INSERT_INBOX =
      """
      insert into inbox
        (consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
         fate, attempts, received_at, settled_at, message_id, delivery_attempt, body)
      select consumer_group, :source, :event_id, topic, name, :sequence, :fingerprint,
             'applied', :attempts, current_timestamp, current_timestamp, :message_id,
             :delivery_attempt, :body
        from advanced
      on conflict do nothing
      """;

  /** A group that this message may open exists, or does not. */
  private static final String ENTER_FIRST =
      """
      with advanced as (
        insert into message_group as known
          (consumer_group, topic, name, state, last_sequence, held_count, changed_by, changed_at)
        values
          (:consumer_group, :topic, :message_group, :state, :sequence, 0, 'worker',
           current_timestamp)
        on conflict (consumer_group, topic, name) do update
           set last_sequence = excluded.last_sequence,
               state = excluded.state,
               changed_at = case when excluded.state = known.state then known.changed_at
                                 else excluded.changed_at end
         where known.state = 'open'
           and known.held_count = 0
           and known.last_sequence = excluded.last_sequence - 1
        returning consumer_group, topic, name
      )
      """
          + INSERT_INBOX;

  /** The group exists, or the message is early. */
  private static final String ENTER_NEXT =
      """
      with advanced as (
        update message_group
           set last_sequence = :sequence,
               state = :state,
               changed_at = case when state = :state then changed_at else current_timestamp end
         where consumer_group = :consumer_group
           and topic = :topic
           and name = :message_group
           and state = 'open'
           and held_count = 0
           and last_sequence = :sequence - 1
        returning consumer_group, topic, name
      )
      """
          + INSERT_INBOX;

  private static final String ENTER_UNSEQUENCED =
      """
      with advanced as (
        insert into message_group as known
          (consumer_group, topic, name, state, last_sequence, held_count, changed_by, changed_at)
        values
          (:consumer_group, :topic, :message_group, :state, 0, 0, 'worker', current_timestamp)
        on conflict (consumer_group, topic, name) do update
           set state = excluded.state,
               changed_at = case when excluded.state = known.state then known.changed_at
                                 else excluded.changed_at end
         where known.state = 'open'
           and known.held_count = 0
        returning consumer_group, topic, name
      )
      """
          + INSERT_INBOX;

  private final FirstSequence firstSequence;

  public PostgresShortCut(FirstSequence firstSequence) {
    this.firstSequence = firstSequence;
  }

  @Override
  public boolean enter(Handle handle, Arrival arrival, int attempt) {
    Update statement = handle.createUpdate(sql(arrival));
    statement.setTemplateEngine(TemplateEngine.NOP); // Else Jdbi copies the text each time.
    return bind(statement, arrival, attempt).execute() == 1;
  }

  /** One round trip for those that need the same statement and follow one another. */
  @Override
  public List<Arrival> enterAll(Handle handle, List<Arrival> arrivals, int attempt) {
    List<Arrival> refused = List.of();
    for (int from = 0; from < arrivals.size() && refused.isEmpty(); ) {
      List<Arrival> alike = alike(arrivals.subList(from, arrivals.size()));
      refused = enterAlike(handle, alike, attempt);
      from += alike.size();
    }
    return refused;
  }

  private List<Arrival> alike(List<Arrival> arrivals) {
    String sql = sql(arrivals.get(0));
    return arrivals.stream().takeWhile(arrival -> sql(arrival).equals(sql)).toList();
  }

  private List<Arrival> enterAlike(Handle handle, List<Arrival> alike, int attempt) {
    PreparedBatch batch = handle.prepareBatch(sql(alike.get(0)));
    batch.setTemplateEngine(TemplateEngine.NOP);
    alike.forEach(arrival -> bind(batch, arrival, attempt).add());
    int[] rows = batch.execute();
    return IntStream.range(0, rows.length).filter(i -> rows[i] != 1).mapToObj(alike::get).toList();
  }

  private String sql(Arrival arrival) {
    if (arrival.message().sequence().isEmpty()) {
      return ENTER_UNSEQUENCED;
    }
    return firstSequence.opens(arrival.message()) ? ENTER_FIRST : ENTER_NEXT;
  }

  private static <S extends SqlStatement<S>> S bind(S statement, Arrival arrival, int attempt) {
    return InboxColumns.bind(statement, arrival, attempt)
        .bind("state", Inbox.stateAfter(arrival.message()).label());
  }
}
