package dev.lanekeeper.localbroker;

/** The process's exit statuses, those of sysexits.h. */
final class ExitStatus {
  static final int DONE = 0;
  static final int USAGE = 64;
  static final int UNAVAILABLE = 69;
  static final int BUG = 70;
  static final int IO = 74;

  private ExitStatus() {}
}
