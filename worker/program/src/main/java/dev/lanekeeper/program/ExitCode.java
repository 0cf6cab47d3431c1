package dev.lanekeeper.program;

/** How a command ended, in the numbers of BSD's {@code sysexits.h}. */
public enum ExitCode {
  /** Done, all of it. */
  OK(0),
  /** The command line is wrong. */
  USAGE(64),
  /** The input data is wrong. */
  DATA(65),
  /** A service that the command needs does not answer. */
  UNAVAILABLE(69),
  /** A fault of the program. */
  SOFTWARE(70),
  /** Reading or writing failed. */
  IO(74),
  /** Part of the work is done; running the command again may finish it. */
  TEMPORARY(75),
  /** The settings, or the set-up of a service, are wrong. */
  CONFIGURATION(78);

  private final int code;

  ExitCode(int code) {
    this.code = code;
  }

  /** The number given to the operating system. */
  public int code() {
    return code;
  }
}
