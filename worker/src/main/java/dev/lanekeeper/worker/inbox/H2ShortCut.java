package dev.lanekeeper.worker.inbox;

import org.jdbi.v3.core.Handle;

/**
 * Two statements for a group that exists, three for a new one: H2 has no data-modifying common
 * table expression. Needs H2's PostgreSQL mode for {@code on conflict do nothing}.
 */
public final class H2ShortCut implements ShortCut {

  private static final String ADVANCE_SEQUENCED =
      """
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
      """;

  private static final String ADVANCE_UNSEQUENCED =
      """
      update message_group
         set state = :state,
             changed_at = case when state = :state then changed_at else current_timestamp end
       where consumer_group = :consumer_group
         and topic = :topic
         and name = :message_group
         and state = 'open'
         and held_count = 0
      """;

  private static final String CREATE =
      """
      insert into message_group
        (consumer_group, topic, name, state, last_sequence, held_count, changed_by, changed_at)
      values
        (:consumer_group, :topic, :message_group, :state, coalesce(:sequence, 0), 0, 'worker',
         current_timestamp)
      on conflict do nothing
      """;

  private static final String INSERT_INBOX =
      """
      insert into inbox
        (consumer_group, source, event_id, topic, message_group, sequence, fingerprint,
         fate, attempts, received_at, settled_at, message_id, delivery_attempt, body)
      values
        (:consumer_group, :source, :event_id, :topic, :message_group, :sequence, :fingerprint,
         'applied', :attempts, current_timestamp, current_timestamp, :message_id,
         :delivery_attempt, :body)
      on conflict do nothing
      """;

  private final FirstSequence firstSequence;

  public H2ShortCut(FirstSequence firstSequence) {
    this.firstSequence = firstSequence;
  }

  @Override
  public boolean enter(Handle handle, Arrival arrival, int attempt) {
    boolean sequenced = arrival.message().sequence().isPresent();
    boolean advanced =
        execute(handle, sequenced ? ADVANCE_SEQUENCED : ADVANCE_UNSEQUENCED, arrival, attempt);
    if (!advanced) {
      advanced =
          firstSequence.opens(arrival.message()) && execute(handle, CREATE, arrival, attempt);
    }
    return advanced && execute(handle, INSERT_INBOX, arrival, attempt);
  }

  private static boolean execute(Handle handle, String sql, Arrival arrival, int attempt) {
    return InboxColumns.bind(handle.createUpdate(sql), arrival, attempt)
            .bind("state", Inbox.stateAfter(arrival.message()).label())
            .execute()
        == 1;
  }
}
