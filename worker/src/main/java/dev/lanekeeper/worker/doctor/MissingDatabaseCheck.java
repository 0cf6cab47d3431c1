package dev.lanekeeper.worker.doctor;

import java.util.List;

/** Tells that there is no database yet, which only the embedded one can be. */
final class MissingDatabaseCheck implements Check {
  private final Needs needs;

  MissingDatabaseCheck(Needs needs) {
    this.needs = needs;
  }

  @Override
  public String name() {
    return "database";
  }

  @Override
  public List<Finding> examine() {
    return List.of(
        Finding.note(
            name(),
            "the database file is not there yet; run creates it",
            "where it was there before, every message that the broker still has is applied again",
            "restore it from a backup, or check " + needs.databaseFlags()));
  }
}
