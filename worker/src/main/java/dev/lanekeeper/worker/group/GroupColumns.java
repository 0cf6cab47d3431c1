package dev.lanekeeper.worker.group;

import org.jdbi.v3.core.statement.SqlStatement;

/** Binds the key of a message group, each part under its column's name. */
public final class GroupColumns {
  private GroupColumns() {}

  public static <S extends SqlStatement<S>> S bind(S statement, GroupKey key) {
    return statement
        .bind("consumer_group", key.consumerGroup())
        .bind("topic", key.topic())
        .bind("message_group", key.name());
  }
}
