package dev.lanekeeper.worker.doctor;

/**
 * What one check found. Immutable.
 *
 * @param check what was looked at
 * @param severity what it means for a start
 * @param what what was found, in one line
 * @param why why it matters; empty when all is well
 * @param mend the command or the option that mends it; empty when all is well
 */
public record Finding(String check, Severity severity, String what, String why, String mend) {

  static Finding ok(String check, String what) {
    return new Finding(check, Severity.OK, what, "", "");
  }

  static Finding note(String check, String what, String why, String mend) {
    return new Finding(check, Severity.NOTE, what, why, mend);
  }

  static Finding warning(String check, String what, String why, String mend) {
    return new Finding(check, Severity.WARNING, what, why, mend);
  }

  static Finding unreachable(String check, String what, String why, String mend) {
    return new Finding(check, Severity.UNREACHABLE, what, why, mend);
  }

  static Finding error(String check, String what, String why, String mend) {
    return new Finding(check, Severity.ERROR, what, why, mend);
  }

  /** A check whose question nobody answered; the cause is a finding of another check. */
  static Finding notChecked(String check, String cause) {
    return note(check, "not checked: " + cause, "it may be right or wrong", "mend the other first");
  }

  /**
   * A check whose question about safety nobody answered; {@code --preflight warn} starts all the
   * same.
   */
  static Finding unknown(String check, String cause, String why) {
    return unreachable(
        check,
        "not known: " + cause,
        why,
        "worker.jar doctor --verbose; to start all the same: --preflight warn");
  }

  /** On one line, for logs and errors. */
  public String line() {
    return "%s: %s%s%s"
        .formatted(check, what, why.isEmpty() ? "" : "; " + why, mend.isEmpty() ? "" : ": " + mend);
  }
}
