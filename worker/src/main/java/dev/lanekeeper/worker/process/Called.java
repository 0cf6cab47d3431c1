package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.Message;
import dev.lanekeeper.worker.effect.EffectKey;
import dev.lanekeeper.worker.effect.EffectLook;
import dev.lanekeeper.worker.effect.Effects;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * An effect that has happened, which its record may not say yet. Immutable.
 *
 * @param how what is known of its record
 * @param epoch under which it is to be written
 */
record Called(Message message, How how, long epoch, Optional<String> result) {
  private static final Effects EFFECTS = new Effects();
  private static final EffectLook LOOK = new EffectLook();

  /** What the record says. */
  enum How {
    /** It is done. */
    ON_RECORD,
    /** It is in progress, and ours. */
    CLAIMED,
    /** It is unknown, and was found out. */
    FOUND_OUT
  }

  EffectKey key() {
    return EffectCalls.keyOf(message);
  }

  /**
   * Writes that it is done, once however often it is asked to: a commit may have been in doubt.
   *
   * @return false when somebody else has decided meanwhile: what rests on it must not commit
   */
  boolean record(Handle handle) {
    return switch (how) {
      case ON_RECORD -> true;
      case CLAIMED ->
          EFFECTS.done(handle, key(), epoch, result) || LOOK.isDone(handle, key(), epoch);
      case FOUND_OUT ->
          EFFECTS.happened(handle, key(), epoch, result) || LOOK.isDone(handle, key(), epoch);
    };
  }

  boolean isOnRecord() {
    return how == How.ON_RECORD;
  }
}
