package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.Endpoints;
import dev.lanekeeper.worker.backlog.TopicReader;
import dev.lanekeeper.worker.backlog.TopicReader.Kept;
import java.io.IOException;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * Whether records outlast messages: how long the brokers keep these they tell by their admin
 * protocol alone.
 */
final class RetentionCheck implements Check {
  /** What is old is removed once a day (deleteWhen). */
  private static final Duration REMOVAL = Duration.ofDays(1);

  private static final String WHY =
      "messages that wait longer are gone, and what the inbox forgets earlier can come again";

  private final Needs needs;

  RetentionCheck(Needs needs) {
    this.needs = needs;
  }

  @Override
  public String name() {
    return "retention";
  }

  @Override
  public List<Finding> examine() {
    return List.of(
        needs
            .nameServers()
            .map(this::ask)
            .orElseGet(
                () ->
                    Finding.note(
                        name(),
                        "the broker does not tell clients how long it keeps messages"
                            + " (fileReservedTime, hours)",
                        WHY,
                        Mqadmin.brokerSettings()
                            + " | grep fileReservedTime; or --admin-endpoint NAMESERVER:9876")));
  }

  private Finding ask(Endpoints nameServers) {
    try {
      return new TopicReader(nameServers, needs.topic(), needs.consumerGroup())
          .kept().stream()
              .max(Comparator.comparing(Kept::time))
              .map(this::judge)
              .orElseGet(() -> unknown("no broker has the topic"));
    } catch (IOException away) {
      return unknown(String.valueOf(away.getMessage()));
    }
  }

  Finding judge(Kept longest) {
    Duration latest = longest.time().plus(REMOVAL);
    long hours = longest.time().toHours();
    boolean outlasts =
        needs.redeliveryHorizon().filter(horizon -> horizon.compareTo(latest) < 0).isEmpty();
    if (outlasts) {
      return Finding.ok(
          name(), "broker %s keeps messages for %d h".formatted(longest.broker(), hours));
    }
    return Finding.warning(
        name(),
        "broker %s keeps messages for %d h, and removes them once a day: longer than"
                .formatted(longest.broker(), hours)
            + " --redelivery-horizon",
        "a message without a sequence that comes again after its record is gone is applied twice",
        "--redelivery-horizon %1$dh --inbox-retention %1$dh, or a lower fileReservedTime"
            .formatted(latest.toHours()));
  }

  private Finding unknown(String cause) {
    return Finding.warning(
        name(), "not known: " + cause, WHY, "check --admin-endpoint: a NameServer's HOST:9876");
  }
}
