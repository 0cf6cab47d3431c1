package dev.lanekeeper.worker.verify;

import dev.lanekeeper.api.Receipt;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.statement.Query;

/**
 * Finds what is on record about many messages at once: one statement, so that a message which moves
 * meanwhile is seen in one place. Takes no locks. Thread-safe.
 */
final class Lookup {
  /** The first row says what the columns hold; an H2 database would not know otherwise. */
  private static final String FIRST =
      "(cast(:number0 as integer), cast(:source0 as varchar), cast(:id0 as varchar),"
          + " cast(:group0 as varchar))";

  /**
   * "Before" is the applied message with the closest lower sequence; mostly the one right before,
   * which the index finds at once.
   */
  private static final String FIND =
      """
      select sent.number,
             known.fate, known.message_group, known.sequence, known.fingerprint,
             held.status, held.why, held.fingerprint as held_fingerprint, held.last_error,
             its_group.state, its_group.last_sequence,
             (select count(*)
                from inbox other
               where other.consumer_group = known.consumer_group
                 and other.topic = known.topic
                 and other.message_group = known.message_group
                 and other.sequence = known.sequence
                 and other.fate = 'applied') as times,
             (select max(before.sequence)
                from inbox before
               where before.consumer_group = known.consumer_group
                 and before.topic = known.topic
                 and before.message_group = known.message_group
                 and before.sequence = coalesce(
                     (select max(direct.sequence)
                        from inbox direct
                       where direct.consumer_group = known.consumer_group
                         and direct.topic = known.topic
                         and direct.message_group = known.message_group
                         and direct.sequence = known.sequence - 1
                         and direct.fate = 'applied'),
                     (select max(closest.sequence)
                        from inbox closest
                       where closest.consumer_group = known.consumer_group
                         and closest.topic = known.topic
                         and closest.message_group = known.message_group
                         and closest.sequence < known.sequence
                         and closest.fate = 'applied'))
                 and before.fate = 'applied'
                 and before.settlement > known.settlement) as overtaken
        from (values %s) as sent (number, source, event_id, message_group)
        left join inbox known
          on known.consumer_group = :consumer_group
         and known.source = sent.source
         and known.event_id = sent.event_id
        left join held_message held
          on held.consumer_group = :consumer_group
         and held.source = sent.source
         and held.event_id = sent.event_id
        left join message_group its_group
          on its_group.consumer_group = :consumer_group
         and its_group.topic = :topic
         and its_group.name = sent.message_group
       order by sent.number, held.status desc, held.position
      """;

  private final Jdbi jdbi;
  private final String consumerGroup;
  private final String topic;

  Lookup(Jdbi jdbi, String consumerGroup, String topic) {
    this.jdbi = jdbi;
    this.consumerGroup = consumerGroup;
    this.topic = topic;
  }

  /**
   * Asks for these.
   *
   * @return at least one answer for each, in their order; more where several messages are held, or
   *     dead letters, under one dedup key
   */
  List<OnRecord> find(List<Receipt> receipts) {
    String rows =
        IntStream.range(0, receipts.size())
            .mapToObj(
                i ->
                    i == 0 ? FIRST : "(:number%1$d, :source%1$d, :id%1$d, :group%1$d)".formatted(i))
            .collect(Collectors.joining(", "));
    return jdbi.withHandle(
        handle -> {
          Query query = handle.createQuery(FIND.formatted(rows));
          for (int i = 0; i < receipts.size(); i++) {
            Receipt receipt = receipts.get(i);
            query.bind("number" + i, i);
            query.bind("source" + i, receipt.dedupKey().source());
            query.bind("id" + i, receipt.dedupKey().id());
            query.bind("group" + i, receipt.messageGroup());
          }
          return query
              .bind("consumer_group", consumerGroup)
              .bind("topic", topic)
              .map((row, context) -> OnRecord.read(row))
              .list();
        });
  }
}
