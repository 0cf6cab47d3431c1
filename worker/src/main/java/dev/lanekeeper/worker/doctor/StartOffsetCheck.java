package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.worker.database.Schema;
import java.util.List;

/**
 * Where a consumer group starts that has never received. RocketMQ starts it near the end of the
 * topic, except on queues whose first message is still in memory, so that messages sent before may
 * never come. No gRPC client can ask for offsets (the 5.5.0 proxy implements none of these calls),
 * so the database has to tell whether the group is new.
 */
final class StartOffsetCheck implements Check {
  private final Database database;
  private final Needs needs;

  StartOffsetCheck(Database database, Needs needs) {
    this.database = database;
    this.needs = needs;
  }

  @Override
  public String name() {
    return "start offset";
  }

  @Override
  public List<Finding> examine() {
    if (new Schema(database).pending() == 0 && hasReceived()) {
      return List.of(
          Finding.ok(name(), "'%s' has received before".formatted(needs.consumerGroup())));
    }
    return List.of(
        Finding.note(
            name(),
            "nothing of topic '%s' is recorded for consumer group '%s'"
                .formatted(needs.topic(), needs.consumerGroup()),
            "a new group may start near the end of the topic, and skip what was sent before",
            Mqadmin.progress(needs.consumerGroup(), needs.topic())
                + "; to start at the first message, before any worker runs: "
                + Mqadmin.fromTheBeginning(needs.consumerGroup(), needs.topic())));
  }

  private boolean hasReceived() {
    return database
            .reading()
            .withHandle(
                handle ->
                    handle
                        .createQuery(
                            """
                        select count(*)
                        from (select 1
                              from message_group
                              where consumer_group = :consumer_group
                                and topic = :topic
                              limit 1) known
                        """)
                        .bind("consumer_group", needs.consumerGroup())
                        .bind("topic", needs.topic())
                        .mapTo(Integer.class)
                        .one())
        > 0;
  }
}
