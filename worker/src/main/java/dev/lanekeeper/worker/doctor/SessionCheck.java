package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import java.util.ArrayList;
import java.util.List;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.transaction.TransactionIsolationLevel;

/**
 * Whether sessions are as the worker asks for them: read committed, writable, and bounded in time.
 * A pooler between worker and database, such as PgBouncer in transaction mode, loses these.
 */
final class SessionCheck implements Check {
  private static final List<String> TIMEOUTS =
      List.of("lock_timeout", "statement_timeout", "idle_in_transaction_session_timeout");

  private final Database database;

  SessionCheck(Database database) {
    this.database = database;
  }

  @Override
  public String name() {
    return "database session";
  }

  @Override
  public List<Finding> examine() {
    return database.reading().inTransaction(this::examine);
  }

  private List<Finding> examine(Handle handle) {
    List<Finding> findings = new ArrayList<>();
    if (handle.getTransactionIsolationLevel() != TransactionIsolationLevel.READ_COMMITTED) {
      findings.add(
          Finding.error(
              name(),
              "transactions are not read committed",
              "a worker that waited for a group's row would not see what the one before it wrote",
              "connect without a pooler that changes sessions, or let it keep them (pool_mode ="
                  + " session)"));
    }
    if (database.engine() == Engine.POSTGRESQL) {
      if (show(handle, "transaction_read_only").equals("on")) {
        findings.add(
            Finding.error(
                name(),
                "the database is read-only",
                "nothing can be recorded",
                "name the primary: --db 'jdbc:postgresql://HOST/DATABASE?targetServerType=primary'"));
      }
      TIMEOUTS.stream()
          .filter(timeout -> show(handle, timeout).equals("0"))
          .map(this::lost)
          .forEach(findings::add);
    }
    return findings.isEmpty()
        ? List.of(Finding.ok(name(), "read committed, writable, bounded in time"))
        : findings;
  }

  private Finding lost(String timeout) {
    return Finding.error(
        name(),
        timeout + " is lost between worker and database",
        "a worker that stands still could hold a group's row for ever",
        "let the pooler keep sessions (pool_mode = session)");
  }

  private static String show(Handle handle, String setting) {
    return handle
        .createQuery("select current_setting(:setting)")
        .bind("setting", setting)
        .mapTo(String.class)
        .one();
  }
}
