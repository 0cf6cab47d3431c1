package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.EffectHandler;
import dev.lanekeeper.api.MessageHandler;
import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.effect.EffectLook;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.HeldRow;
import dev.lanekeeper.worker.group.Why;
import java.time.Duration;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * What the records of effects outside the database say about messages that are not being called
 * for: whether others may be, what is left of them when they are given up, and that an effect
 * happened whose message somebody else settles. Thread-safe.
 */
final class EffectRecords {
  private final Jdbi jdbi;
  private final MessageHandler handler;
  private final ProcessListener listener;
  private final EffectLook look = new EffectLook();

  EffectRecords(Jdbi jdbi, MessageHandler handler, ProcessListener listener) {
    this.jdbi = jdbi;
    this.handler = handler;
    this.listener = listener;
  }

  /**
   * A start on record that has not ended is no death while its call may still run: whoever counts
   * attempts looks here first.
   *
   * @throws ClaimedEffectException when somebody's claim is alive
   */
  void requireUnclaimed(Handle handle, EffectKey key) {
    Optional<Duration> left = look.look(handle, key).flatMap(EffectLook.Seen::claimLeft);
    if (left.isPresent()) {
      throw ClaimedEffectException.busy(left.get());
    }
  }

  /**
   * Why a message is given up. That nobody knows whether its effect happened comes before how its
   * last attempt failed: that is what a person has to find out.
   */
  Why reason(Handle handle, EffectKey key, Why why) {
    boolean isFailure = why == Why.ATTEMPTS || why == Why.REJECTED;
    return isFailure
            && handler instanceof EffectHandler
            && look.look(handle, key).filter(EffectLook.Seen::isOpen).isPresent()
        ? Why.UNKNOWN_EFFECT
        : why;
  }

  /** The same for a held message, in a transaction of its own. */
  void requireUnclaimed(GroupKey key, HeldRow row) {
    EffectKey effect = new EffectKey(key.consumerGroup(), row.message().dedupKey(), EffectKey.CALL);
    jdbi.useHandle(handle -> requireUnclaimed(handle, effect));
  }

  /** Writes that an effect is done whose message somebody will settle later. */
  void keep(Called called) {
    jdbi.useTransaction(handle -> keep(handle, called));
  }

  /**
   * In a transaction that settles the message in another way, or leaves it to others: writes that
   * its effect, if it has had one, is done. Where its claim was lost, somebody else may have made
   * it too, and that is told.
   */
  void keep(Handle handle, Run run) {
    run.called().ifPresent(called -> keep(handle, called));
  }

  private void keep(Handle handle, Called called) {
    if (!called.record(handle)) {
      handle.afterCommit(() -> listener.effect(called.message(), EffectOutcome.CLAIM_LOST));
    }
  }

  /** The same at once, where nobody works on the message any more. */
  void keep(Run run, Exception failure) {
    try {
      run.owedCall().ifPresent(this::keep);
    } catch (RuntimeException unwell) {
      failure.addSuppressed(unwell); // Its claim ends, and it is unknown then.
    }
  }
}
