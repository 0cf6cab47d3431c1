package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.worker.doctor.Answer.Failed;
import dev.lanekeeper.worker.doctor.Answer.Given;
import java.util.List;

/**
 * Whether the consumer group exists and is orderly. FIFO delivery comes from the group, not from
 * the topic, and a client reads the flag once, when it starts (apache/rocketmq#8154).
 */
final class GroupCheck implements Check {
  private final BrokerAnswers answers;
  private final Needs needs;

  GroupCheck(BrokerAnswers answers, Needs needs) {
    this.answers = answers;
    this.needs = needs;
  }

  @Override
  public String name() {
    return "consumer group";
  }

  @Override
  public List<Finding> examine() {
    String group = needs.consumerGroup();
    Answer<GroupSettings> settings = answers.settings();
    if (settings instanceof Given<GroupSettings> given) {
      return List.of(
          given.value().orderly()
              ? Finding.ok(name(), "'%s' is orderly".formatted(group))
              : Finding.error(
                  name(),
                  "consumer group '%s' is not orderly".formatted(group),
                  "the broker delivers it messages out of order, and several of a message group at"
                      + " once",
                  Mqadmin.orderlyGroup(group) + "; then restart every worker of the group"));
    }
    return List.of(failed((Failed<GroupSettings>) settings));
  }

  private Finding failed(Failed<GroupSettings> failed) {
    if (failed.kind() == ClientFailure.CONSUMER_GROUP_NOT_FOUND
        || failed.kind() == ClientFailure.STREAM_COMPLETED) {
      return Finding.error(
          name(),
          "consumer group '%s' does not exist".formatted(needs.consumerGroup()),
          "nothing can be received",
          Mqadmin.orderlyGroup(needs.consumerGroup()));
    }
    if (answers.route() instanceof Given<TopicRoute> route && failed.isOfTheWay()) {
      return Finding.unreachable(
          name(),
          "the route leads to a proxy at %s, which does not answer (%s)"
              .formatted(route.value().endpoints(), failed.reason()),
          "the client talks to that one",
          "let the proxy name an address that workers can reach");
    }
    return failed.isOfTheWay() || failed.kind() == ClientFailure.UNAUTHORIZED
        ? Finding.notChecked(name(), failed.reason())
        : Finding.unknown(
            name(), failed.reason(), "a group that is not orderly gets messages out of order");
  }
}
