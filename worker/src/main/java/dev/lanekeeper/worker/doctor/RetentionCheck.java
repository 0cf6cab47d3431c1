package dev.lanekeeper.worker.doctor;

import java.util.List;

/** How long the broker keeps messages, which it does not tell its clients. */
final class RetentionCheck implements Check {
  @Override
  public String name() {
    return "retention";
  }

  @Override
  public List<Finding> examine() {
    return List.of(
        Finding.note(
            name(),
            "the broker does not tell clients how long it keeps messages (fileReservedTime, hours)",
            "messages that wait longer are gone, and what the inbox forgets earlier can come again",
            Mqadmin.brokerSettings() + " | grep fileReservedTime"));
  }
}
