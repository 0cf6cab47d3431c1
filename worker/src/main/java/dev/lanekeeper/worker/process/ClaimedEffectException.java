package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.EnvironmentException;
import java.time.Duration;

/** Somebody else has claimed the effect, or has decided about it: it is looked at again. */
final class ClaimedEffectException extends EnvironmentException {
  private static final long serialVersionUID = 1L;
  private static final Duration LOOK_AGAIN = Duration.ofSeconds(1);
  private static final Duration AT_ONCE = Duration.ofMillis(10);

  private ClaimedEffectException(String reason, Duration delay) {
    super(reason, delay, null);
  }

  /** Another one's claim is alive. */
  static ClaimedEffectException busy(Duration left) {
    return new ClaimedEffectException(
        "its effect is claimed by another process for " + left,
        left.compareTo(LOOK_AGAIN) < 0 ? left : LOOK_AGAIN);
  }

  /** The process stood still after its claim: whoever called now might be called over. */
  static ClaimedEffectException late(Duration since) {
    return new ClaimedEffectException("its effect was claimed " + since + " ago", AT_ONCE);
  }

  /** What was found has changed since. */
  static ClaimedEffectException changed() {
    return new ClaimedEffectException("its effect was decided upon meanwhile", AT_ONCE);
  }
}
