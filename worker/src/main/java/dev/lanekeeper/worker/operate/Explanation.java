package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.Why;
import java.util.List;
import java.util.Optional;

/** Puts into one paragraph why a group does not move, and what to do. */
public final class Explanation {
  private Explanation() {}

  /** Explains a group. */
  public static String of(GroupReport.Detail detail) {
    GroupReport.Group group = detail.group();
    return switch (group.state()) {
      case OPEN ->
          "Nothing holds it up: its last settled sequence is %d, and the next message is processed when it arrives. If messages are missing, look at the producer and at the backlog of the topic."
              .formatted(group.lastSequence());
      case WAITING -> waiting(detail);
      case PAUSED ->
          "%s paused it at %s%s. %d messages are held. Let it go on with: groups resume %s"
              .formatted(
                  group.changedBy(),
                  group.changedAt(),
                  because(detail),
                  group.heldCount(),
                  group.key().name());
      case ENDED ->
          "The last message of its sequence, %d, was applied, so later ones are refused and become dead letters. If it has to go on after all: groups reopen %s"
              .formatted(group.lastSequence(), group.key().name());
      case PARKED -> parked(detail);
    };
  }

  private static String waiting(GroupReport.Detail detail) {
    GroupReport.Group group = detail.group();
    long next = group.lastSequence() + 1;
    boolean isThere =
        firstHeld(detail)
            .flatMap(GroupReport.Held::sequence)
            .filter(first -> first <= next)
            .isPresent();
    if (isThere) {
      return "Its held messages are in turn; the workers are processing them, %d are left. If the number stays the same, no worker runs."
          .formatted(group.heldCount());
    }
    return "It waits for sequence %d, and holds %d later messages. The missing one is still in the topic, or was never sent. It is parked when --gap-timeout has passed."
        .formatted(next, group.heldCount());
  }

  private static String parked(GroupReport.Detail detail) {
    GroupReport.Group group = detail.group();
    String name = group.key().name();
    String behind = "%d messages are held. ".formatted(group.heldCount());
    Optional<GroupReport.Held> head = firstHeld(detail);
    String error = head.flatMap(GroupReport.Held::lastError).map(Explanation::brief).orElse("");
    String which = head.map(GroupReport.Held::dedupKey).orElse("its head");
    return switch (Why.ofLabel(group.reason().orElse(Why.BEHIND.label()))) {
      case ATTEMPTS ->
          "The handler failed for %s in all of its %d attempts: %s. %sMend the cause, then: groups redrive %s"
              .formatted(
                  which, head.map(GroupReport.Held::attempts).orElse(0), error, behind, name);
      case REJECTED ->
          "%s can never succeed as it is: %s. %sCorrect it with: groups replace-head %s --body FILE --reason TEXT, then groups redrive %s; or leave it out with: groups skip-head %s --reason TEXT"
              .formatted(which, error, behind, name, name, name);
      case MISROUTED ->
          "%s was sent under this message group, but belongs to another: %s. %sSend it again under its own group, then: groups skip-head %s --reason TEXT"
              .formatted(which, error, behind, name);
      case CONFLICT ->
          "%s contradicts a message that was taken before: %s. Nothing was overwritten. %sFind out which one is right (groups show %s); leave this one out with: groups skip-head %s --reason TEXT"
              .formatted(which, error, behind, name, name);
      case GAP ->
          "Sequence %d did not come within --gap-timeout. %sSend the missing messages, which are held too, then: groups redrive %s; or go on without them with: groups skip-head %s --reason TEXT"
              .formatted(group.lastSequence() + 1, behind, name, name);
      case UNKNOWN_EFFECT ->
          "Nobody knows whether the effect of %s outside the database happened: %s. %sFind out, and say so with: effects resolve KEY (effects list shows it), or let the handler find out: effects reconcile; then: groups redrive %s"
              .formatted(which, error, behind, name);
      case EARLY, BEHIND, ENDED, REPLACED ->
          "It is parked, with no reason on record. %sTry: groups redrive %s"
              .formatted(behind, name);
    };
  }

  private static Optional<GroupReport.Held> firstHeld(GroupReport.Detail detail) {
    String reason = detail.group().reason().orElse("");
    List<GroupReport.Held> held =
        detail.held().stream().filter(message -> message.status().equals("held")).toList();
    return held.stream()
        .filter(message -> message.why().equals(reason))
        .findFirst()
        .or(() -> held.stream().findFirst());
  }

  private static String because(GroupReport.Detail detail) {
    return detail.actions().stream()
        .findFirst()
        .map(action -> ", because: " + action.reason())
        .orElse("");
  }

  private static String brief(String error) {
    return error.lines().findFirst().orElse(error);
  }
}
