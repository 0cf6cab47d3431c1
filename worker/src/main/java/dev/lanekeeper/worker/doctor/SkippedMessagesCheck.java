package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.worker.backlog.TopicReader;
import java.io.IOException;
import java.util.List;

/**
 * Whether the consumer group would skip messages, since it is new to some queues and would begin
 * near their ends; asks the brokers. See {@link StartOffsetCheck}.
 */
final class SkippedMessagesCheck implements Check {
  private final Endpoints nameServers;
  private final Needs needs;

  SkippedMessagesCheck(Endpoints nameServers, Needs needs) {
    this.nameServers = nameServers;
    this.needs = needs;
  }

  @Override
  public String name() {
    return "start offset";
  }

  @Override
  public List<Finding> examine() {
    try {
      TopicReader reader = new TopicReader(nameServers, needs.topic(), needs.consumerGroup());
      return List.of(judge(reader.skipped()));
    } catch (IOException away) {
      return List.of(
          Finding.warning(
              name(),
              "not known: " + away.getMessage(),
              "a new group may start near the end of the topic, and skip what was sent before",
              "check --admin-endpoint: a NameServer's HOST:9876"));
    }
  }

  Finding judge(long skipped) {
    String group = needs.consumerGroup();
    return skipped == 0
        ? Finding.ok(name(), "'%s' skips no message".formatted(group))
        : Finding.warning(
            name(),
            "consumer group '%s' is new, and would skip %d messages of topic '%s'"
                .formatted(group, skipped, needs.topic()),
            "it begins near the end of queues whose first message is not in the broker's memory",
            "to start at the first message, before any worker runs: "
                + Mqadmin.fromTheBeginning(group, needs.topic()));
  }
}
