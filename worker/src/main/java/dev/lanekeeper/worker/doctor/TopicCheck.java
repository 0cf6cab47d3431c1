package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.ClientFailure;
import dev.lanekeeper.worker.doctor.Answer.Failed;
import dev.lanekeeper.worker.doctor.Answer.Given;
import java.util.List;

/** Whether the topic exists and takes FIFO messages. */
final class TopicCheck implements Check {
  private static final String FIFO = "FIFO";

  private final BrokerAnswers answers;
  private final Needs needs;

  TopicCheck(BrokerAnswers answers, Needs needs) {
    this.answers = answers;
    this.needs = needs;
  }

  @Override
  public String name() {
    return "topic";
  }

  @Override
  public List<Finding> examine() {
    Answer<TopicRoute> route = answers.route();
    if (route instanceof Given<TopicRoute> given) {
      return List.of(examine(given.value()));
    }
    return List.of(failed((Failed<TopicRoute>) route));
  }

  private Finding examine(TopicRoute route) {
    if (!route.types().contains(FIFO)) {
      return Finding.error(
          name(),
          "topic '%s' takes %s messages, not FIFO"
              .formatted(needs.topic(), String.join(", ", route.types())),
          "its messages have no order that a worker could keep",
          Mqadmin.fifoTopic(needs.topic()));
    }
    if (route.queues() == 0) {
      return Finding.error(
          name(),
          "topic '%s' has no queue that can be read".formatted(needs.topic()),
          "nothing can be received",
          Mqadmin.fifoTopic(needs.topic()) + " -p 6");
    }
    return Finding.ok(name(), "'%s' is FIFO, %d queues".formatted(needs.topic(), route.queues()));
  }

  private Finding failed(Failed<TopicRoute> failed) {
    if (failed.kind() == ClientFailure.TOPIC_NOT_FOUND) {
      return Finding.error(
          name(),
          "topic '%s' does not exist".formatted(needs.topic()),
          "nothing can be received",
          Mqadmin.fifoTopic(needs.topic()));
    }
    return failed.isOfTheWay() || failed.kind() == ClientFailure.UNAUTHORIZED
        ? Finding.notChecked(name(), failed.reason())
        : Finding.unknown(name(), failed.reason(), "only a FIFO topic keeps an order");
  }
}
