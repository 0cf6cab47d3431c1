package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.ProgramException;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.worker.database.Schema;
import java.util.List;

/** Whether the tables are those of this version. */
final class SchemaCheck implements Check {
  private final Database database;
  private final Needs needs;

  SchemaCheck(Database database, Needs needs) {
    this.database = database;
    this.needs = needs;
  }

  @Override
  public String name() {
    return "schema";
  }

  @Override
  public List<Finding> examine() {
    Schema schema = new Schema(database);
    int pending = schema.pending();
    if (pending > 0 && !schema.isNewer()) {
      String what = "the schema lacks %d migrations".formatted(pending);
      String why = "the worker's statements need them";
      return List.of(
          needs.migrates()
              ? Finding.note(name(), what, why, "run applies them by itself here")
              : Finding.error(
                  name(), what, why, "java -jar worker.jar migrate " + needs.databaseFlags()));
    }
    try {
      schema.requireCurrent();
      return List.of(Finding.ok(name(), "current"));
    } catch (ProgramException other) {
      return List.of(
          Finding.error(
              name(),
              other.getMessage(),
              "another version's statements may do harm",
              "use the worker.jar that belongs to the schema"));
    }
  }
}
