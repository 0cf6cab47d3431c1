package dev.lanekeeper.worker.doctor;

import java.util.Locale;

/** What a finding means for a start; the later, the worse. */
public enum Severity {
  /** As it should be. */
  OK,
  /** Cannot be seen from here; the finding says how to look. */
  NOTE,
  /** Works, but not as well or not for long. */
  WARNING,
  /** Something that the worker needs does not answer. */
  UNREACHABLE,
  /** It would not be safe to start: order, or messages, would be lost. */
  ERROR;

  /** Whether a worker may start with it. */
  public boolean allowsStart() {
    return compareTo(UNREACHABLE) < 0;
  }

  /** The word for output. */
  public String label() {
    return name().toLowerCase(Locale.ROOT);
  }
}
