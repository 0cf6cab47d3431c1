package dev.lanekeeper.worker.verify;

import dev.lanekeeper.api.Receipt;
import dev.lanekeeper.worker.inbox.Fate;
import dev.lanekeeper.worker.verify.Finding.Kind;
import dev.lanekeeper.worker.verify.OnRecord.Kept;
import dev.lanekeeper.worker.verify.OnRecord.Settled;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Holds one receipt against what is on record about it. Stateless. */
final class Comparison {
  private Comparison() {}

  /**
   * Compares.
   *
   * @param answers at least one; the inbox row is the same in all of them
   * @return what is off; empty when it was applied once, in order, with its content
   */
  static List<Finding> of(Receipt receipt, List<OnRecord> answers) {
    OnRecord first = answers.get(0);
    if (first.inbox().isPresent()) {
      Settled settled = first.inbox().get();
      return settled.fate() == Fate.APPLIED
          ? applied(receipt, settled)
          : List.of(new Finding(Kind.DEAD_LETTERED, receipt, givenUp(settled, kept(answers))));
    }
    // A held row comes before a dead one: its turn may still come.
    return List.of(
        first
            .held()
            .map(held -> kept(receipt, held))
            .orElseGet(() -> new Finding(Kind.MISSING, receipt, missing(receipt, first))));
  }

  private static List<Finding> applied(Receipt receipt, Settled settled) {
    List<Finding> findings = new ArrayList<>();
    boolean elsewhere =
        !settled.messageGroup().equals(receipt.messageGroup())
            || settled.sequence() != receipt.sequence();
    if (elsewhere) {
      findings.add(
          new Finding(
              Kind.OTHER_CONTENT,
              receipt,
              "applied as sequence %d of group %s"
                  .formatted(settled.sequence(), settled.messageGroup())));
    } else if (!settled.fingerprint().equals(receipt.fingerprint())) {
      findings.add(
          new Finding(
              Kind.OTHER_CONTENT,
              receipt,
              "applied with the fingerprint " + settled.fingerprint()));
    }
    if (settled.times() > 1) {
      findings.add(
          new Finding(
              Kind.TWICE,
              receipt,
              "%d messages were applied under its sequence".formatted(settled.times())));
    }
    if (settled.overtaken() > 0) {
      findings.add(
          new Finding(
              Kind.OUT_OF_ORDER,
              receipt,
              "applied before sequence %d of its group".formatted(settled.overtaken())));
    }
    return findings;
  }

  private static Optional<Kept> kept(List<OnRecord> answers) {
    return answers.stream().flatMap(answer -> answer.held().stream()).findFirst();
  }

  private static String givenUp(Settled settled, Optional<Kept> kept) {
    return settled.fate().label() + kept.map(row -> ": " + reason(row)).orElse("");
  }

  private static Finding kept(Receipt receipt, Kept kept) {
    Kind kind = kept.status().equals("held") ? Kind.HELD : Kind.DEAD_LETTERED;
    String other = kept.fingerprint().equals(receipt.fingerprint()) ? "" : ", with other content";
    return new Finding(kind, receipt, reason(kept) + other);
  }

  private static String reason(Kept kept) {
    return kept.why()
        + kept.lastError()
            .flatMap(error -> error.lines().findFirst())
            .map(e -> ": " + e)
            .orElse("");
  }

  private static String missing(Receipt receipt, OnRecord answer) {
    return answer
        .group()
        .map(
            group ->
                group.lastSequence() >= receipt.sequence()
                    ? "its group is past it, at %d: it was skipped, or is older than --inbox-retention"
                        .formatted(group.lastSequence())
                    : "its group is %s at %d: it was not received yet, or is lost"
                        .formatted(group.state().label(), group.lastSequence()))
        .orElse("nothing of its group was received: wrong --topic or --group, or not yet");
  }
}
