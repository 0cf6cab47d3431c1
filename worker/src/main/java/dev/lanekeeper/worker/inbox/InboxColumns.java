package dev.lanekeeper.worker.inbox;

import dev.lanekeeper.api.DedupKey;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.message.RawMessage;
import org.jdbi.v3.core.statement.SqlStatement;

/** Binds what an arrival says about the columns of the inbox, each under its column's name. */
final class InboxColumns {
  private InboxColumns() {}

  static <S extends SqlStatement<S>> S bind(S statement, Arrival arrival, int attempts) {
    Message message = arrival.message();
    RawMessage raw = arrival.raw();
    return bindKey(statement, message.consumerGroup(), message.dedupKey())
        .bind("topic", message.topic())
        .bind("message_group", message.messageGroup())
        .bind("sequence", message.sequence())
        .bind("fingerprint", arrival.fingerprint())
        .bind("attempts", attempts)
        .bind("message_id", raw.messageId())
        .bind("delivery_attempt", raw.deliveryAttempt())
        .bind("body", raw.body());
  }

  static <S extends SqlStatement<S>> S bindKey(
      S statement, String consumerGroup, DedupKey dedupKey) {
    return statement
        .bind("consumer_group", consumerGroup)
        .bind("source", dedupKey.source())
        .bind("event_id", dedupKey.id());
  }
}
