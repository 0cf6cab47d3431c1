package dev.lanekeeper.worker.operate;

import java.util.Locale;

/** What an operator can do to a group. */
public enum Action {
  PAUSE,
  RESUME,
  REDRIVE,
  SKIP_HEAD,
  REPLACE_HEAD,
  REOPEN,
  REPLAY,
  RESOLVE_EFFECT;

  private final String label = name().toLowerCase(Locale.ROOT).replace('_', '-');

  /** The word in the database and on the command line. */
  public String label() {
    return label;
  }
}
