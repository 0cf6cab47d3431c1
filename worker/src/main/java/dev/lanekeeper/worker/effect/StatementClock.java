package dev.lanekeeper.worker.effect;

import java.sql.SQLException;
import java.sql.Timestamp;
import java.time.Instant;
import org.jdbi.v3.core.Handle;

/**
 * The database's clock at the time of a statement. {@code current_timestamp} is the one at the
 * beginning of the transaction, which may have waited for locks since. Stateless and thread-safe.
 */
final class StatementClock {
  private static final String POSTGRESQL = "select clock_timestamp()";

  /** H2 has no function for it in its PostgreSQL mode, but tells since when a statement runs. */
  private static final String H2 =
      """
      select executing_statement_start
        from information_schema.sessions
       where session_id = session_id()
      """;

  private StatementClock() {}

  static Instant now(Handle handle) {
    return handle
        .createQuery(isH2(handle) ? H2 : POSTGRESQL)
        .mapTo(Timestamp.class)
        .one()
        .toInstant();
  }

  private static boolean isH2(Handle handle) {
    try {
      return handle.getConnection().getMetaData().getDatabaseProductName().equals("H2");
    } catch (SQLException unwell) {
      throw new IllegalStateException("the database does not say what it is", unwell);
    }
  }
}
