package dev.lanekeeper.producer.relay;

import java.sql.Timestamp;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Lets one process at a time relay a topic: a row says who does until when, by the database's
 * clock. Its epoch grows whenever somebody else takes over, so that takeovers can be counted. A
 * matter of economy and of quiet: two at once would send repeats, and keep the order
 * (ops/adr/0006). Nobody waits for the row's lock, and nobody takes it only to look: while another
 * is active, it is his alone, so that he never finds it taken. For one thread.
 */
final class RelayLease {
  private static final String PREPARE =
      """
      insert into outbox_relay
        (topic, holder, epoch, held_until)
      values
        (:topic, '', 0, current_timestamp)
      on conflict do nothing
      """;

  private static final String LOOK =
      """
      select holder
        from outbox_relay
       where topic = :topic
      """;

  private static final String LOCK =
      """
      select holder, epoch, current_timestamp as now
        from outbox_relay
       where topic = :topic
         and (holder = :holder or held_until <= current_timestamp)
         for update skip locked
      """;

  private static final String TAKE =
      """
      update outbox_relay
         set holder = :holder,
             epoch = :epoch,
             held_until = :held_until
       where topic = :topic
      """;

  private static final String RELEASE =
      """
      update outbox_relay
         set held_until = current_timestamp
       where topic = :topic
         and holder = :holder
         and epoch = :epoch
      """;

  private final String topic;
  private final String holder;
  private final Duration length;

  /**
   * @param holder names this process, and no other
   * @param length for how long the others wait when this process is silent
   */
  RelayLease(String topic, String holder, Duration length) {
    this.topic = topic;
    this.holder = holder;
    this.length = length;
  }

  private record Row(String holder, long epoch, Instant now) {}

  /** Takes the lease, or prolongs it. */
  Claim take(Handle handle) {
    return handle.inTransaction(
        transaction -> {
          Optional<Row> row = lock(transaction);
          if (row.isPresent()) {
            return take(transaction, row.get());
          }
          Optional<String> active =
              transaction.createQuery(LOOK).bind("topic", topic).mapTo(String.class).findOne();
          if (active.isPresent()) {
            return active.get().equals(holder) ? new Claim.Unclear() : new Claim.Anothers();
          }
          transaction.createUpdate(PREPARE).bind("topic", topic).execute();
          return lock(transaction)
              .<Claim>map(found -> take(transaction, found))
              .orElseGet(Claim.Anothers::new);
        });
  }

  private Claim.Held take(Handle transaction, Row row) {
    long epoch = row.holder().equals(holder) ? row.epoch() : row.epoch() + 1;
    transaction
        .createUpdate(TAKE)
        .bind("topic", topic)
        .bind("holder", holder)
        .bind("epoch", epoch)
        .bind("held_until", Timestamp.from(row.now().plus(length)))
        .execute();
    return new Claim.Held(epoch);
  }

  private Optional<Row> lock(Handle transaction) {
    return transaction
        .createQuery(LOCK)
        .bind("topic", topic)
        .bind("holder", holder)
        .map(
            (row, context) ->
                new Row(
                    row.getString("holder"),
                    row.getLong("epoch"),
                    row.getTimestamp("now").toInstant()))
        .findOne();
  }

  /** Gives it up, so that another need not wait for its end. */
  void release(Handle handle, long epoch) {
    handle
        .createUpdate(RELEASE)
        .bind("topic", topic)
        .bind("holder", holder)
        .bind("epoch", epoch)
        .execute();
  }
}
