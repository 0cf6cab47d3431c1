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
  /** It had its effect, but its claim had ended and somebody else has decided meanwhile. */
  CLAIM_LOST;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', ' ');

  /** The word in metrics. */
  public String label() {
    return label;
  }
}
