package dev.lanekeeper.worker.group;

import java.util.Locale;

/** Whether a held message still waits for its turn. */
public enum HeldStatus {
  /** It will be processed, in order, once its group moves. */
  HELD,
  /** Its group moved on without it; only an operator brings it back. */
  DEAD;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The word in the database. */
  public String label() {
    return label;
  }
}
