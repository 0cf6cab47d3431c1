package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.worker.doctor.Answer.Failed;
import dev.lanekeeper.worker.doctor.Answer.Given;
import java.util.List;

/**
 * Whether the broker delivers a message often enough. When a group's retryMaxTimes is passed, the
 * proxy dead-letters the message in silence, before any worker sees it, and goes on with its
 * successor. The worker counts runs of its handler itself; deliveries are also used up by crashes
 * and by hand-backs during outages, so the group needs many more of them.
 */
final class RetriesCheck implements Check {
  private final BrokerAnswers answers;
  private final Needs needs;

  RetriesCheck(BrokerAnswers answers, Needs needs) {
    this.answers = answers;
    this.needs = needs;
  }

  @Override
  public String name() {
    return "retryMaxTimes";
  }

  @Override
  public List<Finding> examine() {
    Answer<GroupSettings> settings = answers.settings();
    return List.of(
        settings instanceof Given<GroupSettings> given
            ? examine(given.value())
            : Finding.notChecked(name(), ((Failed<GroupSettings>) settings).reason()));
  }

  private Finding examine(GroupSettings settings) {
    int retries = settings.retryMaxTimes();
    String group = needs.consumerGroup();
    String what = "consumer group '%s' has retryMaxTimes %d".formatted(group, retries);
    // A group that is not orderly needs the same command.
    String mend = Mqadmin.orderlyGroup(group);
    if (retries < 1) {
      return Finding.error(
          name(),
          what,
          "with 0 or less the broker never delivers a message a second time: one whose worker dies"
              + " goes to the dead-letter queue, and its successors are applied without it",
          mend);
    }
    if (retries < needs.maxAttempts()) {
      return Finding.error(
          name(),
          what + ", less than --max-attempts %d".formatted(needs.maxAttempts()),
          "the proxy dead-letters a message, in silence and out of order, before the worker has"
              + " made its attempts",
          mend);
    }
    if (retries < Mqadmin.RETRIES) {
      return Finding.warning(
          name(),
          what,
          "each crash and each hand-back during an outage uses up one; past it the proxy"
              + " dead-letters, in silence and out of order",
          mend);
    }
    return Finding.ok(name(), "%d".formatted(retries));
  }
}
