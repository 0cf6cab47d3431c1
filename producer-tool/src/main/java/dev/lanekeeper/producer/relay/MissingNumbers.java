package dev.lanekeeper.producer.relay;

import org.jdbi.v3.core.Handle;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The message groups whose next number is not there, so that all their rows wait: its transaction
 * has not committed yet, or nobody will ever write it. One line is logged when there are any, and
 * one when there are none left. For one thread.
 */
final class MissingNumbers {
  private static final Logger log = LoggerFactory.getLogger("dev.lanekeeper.events");

  private static final String WAITING =
      """
      select count(*) as message_groups, coalesce(min(missing), 0) as first_missing
        from (select coalesce(sent.last_sequence, 0) + 1 as missing
                from outbox unsent
                left join outbox_sent sent
                  on sent.topic = unsent.topic
                 and sent.message_group = unsent.message_group
               where unsent.topic = :topic
                 and unsent.sent_at is null
               group by unsent.message_group, sent.last_sequence
              having min(unsent.sequence) > coalesce(sent.last_sequence, 0) + 1) waiting
      """;

  private final String topic;
  private Found found = new Found(0, 0);

  MissingNumbers(String topic) {
    this.topic = topic;
  }

  /**
   * What was found.
   *
   * @param groups how many message groups wait
   * @param first the smallest number that one of them waits for; 0 when none does
   */
  record Found(long groups, long first) {}

  /** Looks for them, and says so when that begins or ends. */
  void look(Handle handle) {
    Found before = found;
    found =
        handle
            .createQuery(WAITING)
            .bind("topic", topic)
            .map(
                (row, context) ->
                    new Found(row.getLong("message_groups"), row.getLong("first_missing")))
            .one();
    if (before.groups() == 0 && found.groups() > 0) {
      log.warn(
          "{} message groups of topic {} wait for a number that is not there, the first for {}; the"
              + " others go on; sql/README.md has the query that names them",
          found.groups(),
          topic,
          found.first());
    } else if (before.groups() > 0 && found.groups() == 0) {
      log.info("no message group of topic {} waits for a missing number any more", topic);
    }
  }

  /** What the last look has found. */
  Found found() {
    return found;
  }
}
