package dev.lanekeeper.program.database;

import com.zaxxer.hikari.SQLExceptionOverride;
import java.sql.SQLException;

/**
 * Lets go of a connection whose server has become a standby: it stays open, and the address may
 * lead to the new primary already. Stateless and thread-safe.
 */
final class StandbyEviction implements SQLExceptionOverride {
  /** PostgreSQL: read_only_sql_transaction. */
  private static final String READ_ONLY = "25006";

  @java.lang.Override // The interface has an Override of its own.
  public Override adjudicate(SQLException failure) {
    return READ_ONLY.equals(failure.getSQLState()) ? Override.MUST_EVICT : Override.CONTINUE_EVICT;
  }
}
