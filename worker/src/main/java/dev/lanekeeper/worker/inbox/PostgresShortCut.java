package dev.lanekeeper.worker.inbox;

import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.statement.TemplateEngine;

/**
 * One data-modifying statement. Its parts see one snapshot, but the two inserts do not depend on
 * it: {@code on conflict do update} waits for the row's lock and judges the newest version of the
 * row, and {@code on conflict do nothing} sees rows that the snapshot does not
 * (https://www.postgresql.org/docs/current/transaction-iso.html#XACT-READ-COMMITTED). A group that
 * does not exist yet is created only by its first message.
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

  private static final String ENTER_SEQUENCED =
      """
      with advanced as (
        insert into message_group as known
          (consumer_group, topic, name, state, last_sequence, held_count, changed_by, changed_at)
        select :consumer_group, :topic, :message_group, :state, :sequence, 0, 'worker',
               current_timestamp
         where :first
            or exists (select 1
                         from message_group
                        where consumer_group = :consumer_group
                          and topic = :topic
                          and name = :message_group)
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
    boolean sequenced = arrival.message().sequence().isPresent();
    var statement = handle.createUpdate(sequenced ? ENTER_SEQUENCED : ENTER_UNSEQUENCED);
    statement.setTemplateEngine(TemplateEngine.NOP); // Else Jdbi copies the text each time.
    InboxColumns.bind(statement, arrival, attempt)
        .bind("state", Inbox.stateAfter(arrival.message()).label());
    if (sequenced) {
      statement.bind("first", firstSequence.opens(arrival.message()));
    }
    return statement.execute() == 1;
  }
}
