package dev.lanekeeper.worker.inbox;

import java.util.Locale;

/** What became of a message (design.md, "Words"). */
public enum Fate {
  APPLIED,
  DUPLICATE,
  CONFLICT,
  REJECTED,
  HELD,
  DEAD_LETTERED;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The word in the database, in logs and in metrics. */
  public String label() {
    return label;
  }

  public static Fate ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace('-', '_'));
  }
}
