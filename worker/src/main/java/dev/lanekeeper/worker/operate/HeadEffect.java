package dev.lanekeeper.worker.operate;

import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.effect.EffectLook;
import dev.lanekeeper.worker.effect.EffectState;
import dev.lanekeeper.worker.group.GroupKey;
import dev.lanekeeper.worker.group.HeldRow;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * What the effect of a group's head outside the database forbids to do with that head. Asked under
 * the lock on the group's row, which whoever claims an effect takes first. Thread-safe.
 */
final class HeadEffect {
  private final EffectLook look = new EffectLook();

  /**
   * While its call runs, what comes behind the head would overtake it, and another payload would be
   * settled with the result of this one's call.
   *
   * @throws NotPossibleException when the effect of the head is claimed
   */
  void requireUnclaimed(Handle handle, GroupKey group, HeldRow head) {
    EffectKey key = keyOf(group, head);
    Optional<EffectLook.Seen> seen = look.look(handle, key);
    if (seen.isPresent() && seen.get().claimLeft().isPresent()) {
      throw new NotPossibleException(
          "%s has claimed the effect %s of the head for %d s more, and may be calling; wait for that"
              .formatted(
                  seen.get().owner(),
                  key.idempotencyKey(),
                  seen.get().claimLeft().get().toSeconds() + 1));
    }
  }

  /**
   * An effect keeps its key, so another payload could not have one of its own.
   *
   * @throws NotPossibleException when the effect of the head has happened, or may have
   */
  void requireReplaceable(Handle handle, GroupKey group, HeldRow head) {
    requireUnclaimed(handle, group, head);
    EffectKey key = keyOf(group, head);
    Optional<EffectLook.Seen> seen = look.look(handle, key);
    if (seen.isPresent() && seen.get().state() == EffectState.DONE) {
      throw new NotPossibleException(
          "the effect %s of the head has happened, with the payload that it has; groups redrive %s settles it. Send the correction as a new message"
              .formatted(key.idempotencyKey(), group.name()));
    }
    if (seen.isPresent() && seen.get().isOpen()) {
      throw new NotPossibleException(
          "nobody knows whether the effect %s of the head happened, with the payload that it has; first say so: effects resolve %s --did-not-happen (or --happened) --reason TEXT"
              .formatted(key.idempotencyKey(), key.idempotencyKey()));
    }
  }

  private static EffectKey keyOf(GroupKey group, HeldRow head) {
    return new EffectKey(group.consumerGroup(), head.message().dedupKey(), EffectKey.CALL);
  }
}
