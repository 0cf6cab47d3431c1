package dev.lanekeeper.producer.cli;

import java.util.Locale;

/** What to do when a record is wrong. */
enum OnError {
  /** Send nothing. */
  STOP,
  /** Send nothing of an order from its first wrong record on, and all else. */
  SKIP_ORDER;

  /** As it is written on the command line. */
  @Override
  public String toString() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }
}
