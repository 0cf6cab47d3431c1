package dev.lanekeeper.producer.cli;

import dev.lanekeeper.producer.send.SendPolicy;
import dev.lanekeeper.program.ExitCode;
import dev.lanekeeper.program.ProgramException;

/** The rule for {@code --in-flight}. Stateless. */
final class InFlight {
  private static final int MOST = 10_000;

  private InFlight() {}

  /**
   * What to send by.
   *
   * @throws ProgramException when the number is out of range
   */
  static SendPolicy policy(int inFlight) {
    if (inFlight < 1 || inFlight > MOST) {
      throw new ProgramException(
          ExitCode.USAGE, "--in-flight %d: give a number from 1 to %d".formatted(inFlight, MOST));
    }
    return SendPolicy.of(inFlight);
  }
}
