package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.ProgramException;
import java.util.List;

/** Tells why the database could not be opened. */
final class ClosedDatabaseCheck implements Check {
  private final ProgramException failure;

  ClosedDatabaseCheck(ProgramException failure) {
    this.failure = failure;
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public List<Finding> examine() {
    throw failure;
  }
}
