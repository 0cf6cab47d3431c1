package dev.lanekeeper.worker.group;

import java.util.Locale;

/** Why a message was held or became a dead letter. */
public enum Why {
  /** Its predecessors have not come yet. */
  EARLY,
  /** Its group cannot move. */
  BEHIND,
  /** It used up its attempts. */
  ATTEMPTS,
  /** The handler, or the message contract, says that it can never succeed. */
  REJECTED,
  /** Its dedup key or its sequence belongs to another content. */
  CONFLICT,
  /** Its body belongs to another message group. */
  MISROUTED,
  /** Its group had ended. */
  ENDED,
  /** The predecessors that it waits for did not come in time; a reason for a group. */
  GAP,
  /** An operator replaced its payload; the original is kept. */
  REPLACED,
  /** Nobody knows whether its effect outside the database happened. */
  UNKNOWN_EFFECT;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', ' ');

  /** The word in the database, in logs and in metrics. */
  public String label() {
    return label;
  }

  public static Why ofLabel(String label) {
    return valueOf(label.toUpperCase(Locale.ROOT).replace(' ', '_'));
  }
}
