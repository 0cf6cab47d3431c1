package dev.lanekeeper.localbroker;

/** Turns whatever ended the process into one line on standard error and an exit status. */
final class Failures {
  private Failures() {}

  static int report(Exception failure) {
    System.err.println("local-broker: " + failure.getMessage());
    if (failure instanceof RefusedException refused) {
      return refused.exitStatus();
    }
    failure.printStackTrace();
    return ExitStatus.BUG;
  }
}
