package dev.lanekeeper.worker.operate;

import dev.lanekeeper.api.Reconciliation;
import dev.lanekeeper.worker.effect.EffectState;
import dev.lanekeeper.worker.effect.Effects;
import dev.lanekeeper.worker.group.HeldMessage;
import dev.lanekeeper.worker.group.HeldMessages;
import dev.lanekeeper.worker.group.MessageGroups;
import java.util.Optional;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/**
 * Decides about effects of which nobody knows whether they happened. Each decision is one
 * transaction under the lock on the group's row, with its record, and rests on the epoch that was
 * looked at: what a worker has decided meanwhile stands. Thread-safe.
 */
public final class EffectOperations {
  private final Jdbi jdbi;
  private final Effects effects = new Effects();
  private final MessageGroups groups = new MessageGroups();
  private final HeldMessages heldMessages = new HeldMessages();
  private final OperatorActions actions = new OperatorActions();

  public EffectOperations(Jdbi jdbi) {
    this.jdbi = jdbi;
  }

  /**
   * Writes down what is known now. The message is not settled by that: a redrive of its group, or
   * its next delivery, does it with the result, or calls again.
   *
   * @param found that it happened, or did not
   * @throws NotPossibleException when the effect is not unknown, or not any more
   */
  public void resolve(EffectReport.Effect effect, Reconciliation found, Operator operator) {
    jdbi.useTransaction(
        handle -> {
          groups.lock(handle, effect.group());
          long epoch = unknown(handle, effect);
          boolean decided =
              switch (found.finding()) {
                case HAPPENED -> effects.happened(handle, effect.key(), epoch, found.result());
                case DID_NOT_HAPPEN -> effects.didNotHappen(handle, effect.key(), epoch);
                case UNKNOWN -> throw new IllegalArgumentException("nothing to write down");
              };
          require(decided, effect, "it was decided upon meanwhile; look again");
          actions.record(handle, effect.group(), Action.RESOLVE_EFFECT, operator, 1);
        });
  }

  /** The epoch under which it is decided; a claim that has ended is given up for that. */
  private long unknown(Handle handle, EffectReport.Effect effect) {
    require(
        !effect.isClaimed(),
        effect,
        "%s has claimed it until %s, and may be calling; wait for that"
            .formatted(effect.owner(), effect.claimedUntil()));
    if (effect.state() == EffectState.IN_PROGRESS) {
      Optional<Long> epoch = effects.forsake(handle, effect.key(), effect.epoch());
      require(epoch.isPresent(), effect, "it was decided upon meanwhile; look again");
      return epoch.orElseThrow();
    }
    require(
        effect.state() == EffectState.UNKNOWN,
        effect,
        "it is " + effect.state().label() + ", so there is nothing to decide");
    return effect.epoch();
  }

  /** The message that the effect belongs to, where it is held here. */
  public Optional<HeldMessage> messageOf(EffectReport.Effect effect) {
    return jdbi
        .withHandle(handle -> heldMessages.find(handle, effect.group(), effect.key().dedupKey()))
        .stream()
        .findFirst();
  }

  private static void require(boolean holds, EffectReport.Effect effect, String explanation) {
    if (!holds) {
      throw new NotPossibleException("effect " + effect.idempotencyKey() + ": " + explanation);
    }
  }
}
