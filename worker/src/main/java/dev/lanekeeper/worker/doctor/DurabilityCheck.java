package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.database.Database;
import java.util.List;

/** Whether what is committed survives a crash of the database's machine (design.md, G3). */
final class DurabilityCheck implements Check {
  private static final String NAME = "durability";

  private final Database database;

  DurabilityCheck(Database database) {
    this.database = database;
  }

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public List<Finding> examine() {
    return switch (database.engine()) {
      case H2 -> List.of(Finding.ok(NAME, "commits are written at once"));
      case POSTGRESQL -> {
        List<String> off =
            database
                .reading()
                .withHandle(
                    handle ->
                        handle
                            .createQuery(
                                """
                                select name
                                from pg_settings
                                where name in ('fsync', 'synchronous_commit', 'full_page_writes')
                                  and setting = 'off'
                                order by name
                                """)
                            .mapTo(String.class)
                            .list());
        yield List.of(
            off.isEmpty()
                ? Finding.ok(NAME, "commits are on disk when they return")
                : Finding.warning(
                    NAME,
                    "PostgreSQL runs with %s off".formatted(String.join(", ", off)),
                    "a crash of its machine can forget messages that were acknowledged",
                    off.stream()
                            .map("alter system set %s = on"::formatted)
                            .reduce("psql", (all, sql) -> all + " -c '" + sql + "'")
                        + " -c 'select pg_reload_conf()'"));
      }
    };
  }
}
