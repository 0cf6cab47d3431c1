package dev.lanekeeper.worker.doctor;

import java.time.Duration;
import java.util.List;

/** Whether a message stays with this worker for as long as one statement may take. */
final class InvisibleTimeCheck implements Check {
  private final Needs needs;

  InvisibleTimeCheck(Needs needs) {
    this.needs = needs;
  }

  @Override
  public String name() {
    return "invisible time";
  }

  @Override
  public List<Finding> examine() {
    if (!needs.simple()) {
      return List.of(Finding.ok(name(), "the proxy renews it in push mode"));
    }
    Duration longest =
        needs.statementTimeout().compareTo(needs.lockTimeout()) > 0
            ? needs.statementTimeout()
            : needs.lockTimeout();
    if (needs.invisibleTime().compareTo(longest) < 0) {
      return List.of(
          Finding.warning(
              name(),
              "--invisible-time %ds is shorter than a statement may take, %ds"
                  .formatted(needs.invisibleTime().toSeconds(), longest.toSeconds()),
              "when one lease extension fails, the message goes to a second worker, which then waits"
                  + " for the first one's row",
              "--invisible-time %ds".formatted(longest.toSeconds())));
    }
    return List.of(
        Finding.ok(
            name(),
            "%ds, extended while a message is in work; a statement takes %ds at most"
                .formatted(needs.invisibleTime().toSeconds(), longest.toSeconds())));
  }
}
