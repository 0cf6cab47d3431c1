package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.Message;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.api.TryAgainException;
import dev.lanekeeper.api.UnknownOutcomeException;
import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.effect.Effects;
import dev.lanekeeper.worker.fault.FaultPoints;
import dev.lanekeeper.worker.fault.Step;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jdbi.v3.core.Jdbi;

/**
 * One call outside the database, whose claim is committed: makes it, and writes down at once what
 * came of it where it failed. Thread-safe.
 */
final class EffectCall {
  /** The claim outlives the longest call by what it takes to get to it, and to write it down. */
  static final Duration MARGIN = Duration.ofSeconds(5);

  private final Jdbi jdbi;
  private final ProcessListener listener;
  private final FaultPoints faults;
  private final LongSupplier nanoTime;
  private final Effects effects = new Effects();

  /**
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  EffectCall(Jdbi jdbi, ProcessListener listener, FaultPoints faults, LongSupplier nanoTime) {
    this.jdbi = jdbi;
    this.listener = listener;
    this.faults = faults;
    this.nanoTime = nanoTime;
  }

  /**
   * Makes the call. No transaction may be open.
   *
   * @param mayHaveHappened whether an earlier call may have had the effect: this one's failure says
   *     nothing about that
   * @throws ClaimedEffectException when the longest call would outlive its claim: none was made
   * @throws Exception what the handler threw; whether it had an effect is on record by then
   */
  Called make(EffectHandler handler, Message message, Claim claim, boolean mayHaveHappened)
      throws Exception {
    faults.passed(Step.EFFECT_CLAIMED);
    long epoch = claim.epoch();
    Duration since = Duration.ofNanos(nanoTime.getAsLong() - claim.at());
    if (since.compareTo(MARGIN) > 0) {
      ClaimedEffectException late = ClaimedEffectException.late(since);
      write(message, epoch, late, !mayHaveHappened);
      throw late;
    }
    try {
      EffectKey key = EffectCalls.keyOf(message);
      Optional<String> result = listener.timed(() -> handler.call(message, key.idempotencyKey()));
      faults.passed(Step.EFFECT_CALLED);
      listener.effect(message, EffectOutcome.HAPPENED);
      return new Called(message, Called.How.CLAIMED, epoch, result.map(Results::kept));
    } catch (InterruptedException interrupted) {
      // The flag stays down: what came of it is yet to be written, and H2 would close its file.
      Exception failure = new EnvironmentException("the call was interrupted", null, interrupted);
      recordFailure(message, epoch, failure, false);
      throw failure;
    } catch (LinkageError | StackOverflowError | AssertionError handlersOwn) {
      Exception failure =
          new IllegalStateException("the handler failed: " + handlersOwn, handlersOwn);
      recordFailure(message, epoch, failure, false);
      throw failure;
    } catch (Exception failure) {
      recordFailure(message, epoch, failure, !mayHaveHappened && hadNoEffect(failure));
      throw failure;
    }
  }

  private static boolean hadNoEffect(Exception failure) {
    return failure instanceof RejectedMessageException
        || (failure instanceof TryAgainException
            && !(failure instanceof UnknownOutcomeException)
            && !(failure.getCause() instanceof UnknownOutcomeException));
  }

  private void recordFailure(Message message, long epoch, Exception failure, boolean didNotHappen) {
    listener.effect(message, didNotHappen ? EffectOutcome.DID_NOT_HAPPEN : EffectOutcome.UNKNOWN);
    write(message, epoch, failure, didNotHappen);
  }

  private void write(Message message, long epoch, Exception failure, boolean didNotHappen) {
    EffectKey key = EffectCalls.keyOf(message);
    try {
      boolean written =
          jdbi.inTransaction(
              handle ->
                  didNotHappen
                      ? effects.failed(handle, key, epoch)
                      : effects.forsake(handle, key, epoch).isPresent());
      if (!written) {
        listener.effect(message, EffectOutcome.CLAIM_LOST);
      }
    } catch (RuntimeException unwell) {
      failure.addSuppressed(unwell); // Its claim ends, and it is unknown then.
    }
  }
}
