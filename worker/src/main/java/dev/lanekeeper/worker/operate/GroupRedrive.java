package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.GroupState;
import dev.lanekeeper.worker.process.Outcome;
import dev.lanekeeper.worker.process.Redrive;
import dev.lanekeeper.worker.process.TriedElsewhereException;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.jdbi.v3.core.Jdbi;

/** Redrives one group after the other, and records who did it. Thread-safe. */
public final class GroupRedrive {
  private final Jdbi jdbi;
  private final Redrive redrive;
  private final Operator operator;
  private final OperatorActions actions = new OperatorActions();
  private final GroupReport report;

  public GroupRedrive(Jdbi jdbi, Redrive redrive, Operator operator) {
    this.jdbi = jdbi;
    this.redrive = redrive;
    this.operator = operator;
    this.report = new GroupReport(jdbi);
  }

  /**
   * How far a redrive came. Immutable.
   *
   * @param processed messages that are settled now
   * @param left messages that are still held
   * @param error why it stopped; empty when it did not
   */
  public record Result(int processed, int left, GroupState state, Optional<String> error) {
    /** Whether it stopped because the database or another part of the environment is unwell. */
    public boolean isUnwell() {
      return error.isPresent() && error.get().startsWith(UNWELL);
    }
  }

  private static final String UNWELL = "the environment is unwell: ";

  /** Waits before the next message. */
  public interface Pace {
    void beforeNext() throws InterruptedException;
  }

  /** Processes the held messages of a group until none is in turn, or one fails. */
  public Result redrive(GroupKey key, Pace pace) throws InterruptedException {
    long record =
        jdbi.inTransaction(handle -> actions.record(handle, key, Action.REDRIVE, operator, 0));
    int processed = 0;
    Optional<String> error = Optional.empty();
    boolean goesOn = true;
    while (goesOn) {
      Outcome outcome = redrive.next(key, operator.author());
      goesOn = outcome instanceof Outcome.Settled settled && settled.moreMayFollow();
      if (outcome instanceof Outcome.Parked parked) {
        error = Optional.of(headError(key).orElse(parked.why().label()));
      } else if (outcome instanceof Outcome.TryAgain again
          && again.cause() instanceof TriedElsewhereException) {
        TimeUnit.NANOSECONDS.sleep(again.delay().toNanos());
        goesOn = true;
      } else if (outcome instanceof Outcome.TryAgain again) {
        error = Optional.of(UNWELL + again.cause().getMessage());
      } else if (outcome instanceof Outcome.Settled) {
        processed++;
        jdbi.useTransaction(handle -> actions.count(handle, record));
        pace.beforeNext();
      }
    }
    return result(key, processed, error);
  }

  private Result result(GroupKey key, int processed, Optional<String> error) {
    GroupReport.Group after = report.show(key).orElseThrow().group();
    boolean lost = error.isEmpty() && after.state() == GroupState.PARKED;
    return new Result(
        processed,
        after.heldCount(),
        after.state(),
        lost ? Optional.of("somebody else works on it; run this again") : error);
  }

  private Optional<String> headError(GroupKey key) {
    return report.show(key).stream()
        .flatMap(detail -> detail.held().stream())
        .filter(held -> held.status().equals("held"))
        .findFirst()
        .flatMap(GroupReport.Held::lastError)
        .flatMap(text -> text.lines().findFirst());
  }
}
