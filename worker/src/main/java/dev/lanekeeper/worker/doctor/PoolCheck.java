package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import java.util.ArrayList;
import java.util.List;

/** Whether there are connections for all handlers, here and at the server. */
final class PoolCheck implements Check {
  private final Database database;
  private final Needs needs;

  PoolCheck(Database database, Needs needs) {
    this.database = database;
    this.needs = needs;
  }

  @Override
  public String name() {
    return "connections";
  }

  @Override
  public List<Finding> examine() {
    List<Finding> findings = new ArrayList<>();
    if (database.engine() == Engine.H2 && needs.concurrency() > 1) {
      findings.add(
          Finding.note(
              name(),
              "the embedded H2 has one transaction at a time, so one handler runs and not %d"
                  .formatted(needs.concurrency()),
              "handlers that wait for something hold up all groups",
              "--db jdbc:postgresql://HOST/DATABASE"));
    }
    if (database.engine() == Engine.POSTGRESQL) {
      if (needs.poolSize() <= needs.concurrency()) {
        findings.add(
            Finding.warning(
                name(),
                "%d connections for --concurrency %d"
                    .formatted(needs.poolSize(), needs.concurrency()),
                "one handler less runs at once than there are connections",
                "--db-pool-size %d or more, or --concurrency %d"
                    .formatted(needs.concurrency() + 1, needs.poolSize() - 1)));
      }
      long free = free();
      if (free < needs.poolSize()) {
        findings.add(
            Finding.warning(
                name(),
                "the pool may grow to %d, but the server has %d connections left"
                    .formatted(needs.poolSize(), free),
                "under load this worker or another one is refused",
                "psql -c 'alter system set max_connections = N' and restart, or a smaller"
                    + " --concurrency"));
      }
    }
    return findings.isEmpty()
        ? List.of(
            Finding.ok(
                name(), "%d for %d handlers".formatted(needs.poolSize(), needs.concurrency())))
        : findings;
  }

  private long free() {
    return database
        .reading()
        .withHandle(
            handle ->
                handle
                    .createQuery(
                        """
                        select current_setting('max_connections')::int
                             - current_setting('superuser_reserved_connections')::int
                             - (select count(*) from pg_stat_activity
                                where backend_type = 'client backend'
                                  and pid <> pg_backend_pid())
                        """)
                    .mapTo(Long.class)
                    .one());
  }
}
