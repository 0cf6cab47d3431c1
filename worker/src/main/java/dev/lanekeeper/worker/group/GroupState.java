package dev.lanekeeper.worker.group;

import java.util.Locale;

/** What happens to a message that arrives for a group (design.md, "Group states"). */
public enum GroupState {
  /** Messages are processed. */
  OPEN,
  /** There is a gap: a later sequence is held until its predecessors came. */
  WAITING,
  /** The head cannot be applied; everything behind it is held. */
  PARKED,
  /** An operator stopped it; everything is held. */
  PAUSED,
  /** The last message of its sequence was applied; later ones are refused. */
  ENDED;

  private final String label = name().toLowerCase(Locale.ROOT);

  /** The word in the database, in logs and in metrics. */
  public String label() {
    return label;
  }

  public static GroupState ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT));
  }
}
