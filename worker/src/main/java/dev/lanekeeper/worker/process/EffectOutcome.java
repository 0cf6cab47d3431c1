package dev.lanekeeper.worker.process;

import java.util.Locale;

/** What came of a call outside the database. */
public enum EffectOutcome {
  /** It had its effect. */
  HAPPENED,
  /** It is known to have had none. */
  DID_NOT_HAPPEN,
  /** Nobody knows. */
  UNKNOWN,
  /** It came back after its claim had ended, and somebody else has decided meanwhile. */
  CLAIM_LOST,
  /** Somebody else's claim had ended with no word of what came of it: nobody knows. */
  TAKEN_OVER,
  /** It is made again, with the same key, since nobody knows whether it had its effect. */
  CALLED_AGAIN;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', ' ');

  /** The word in metrics. */
  public String label() {
    return label;
  }
}
