package dev.lanekeeper.worker.group;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Optional;

/**
 * Who has put a run on record that has not ended. Between that record and the lock under which the
 * run is made lie milliseconds in a process that lives, so a run that began long ago and still
 * stands on record is one that somebody died in. Immutable.
 *
 * @param process who; empty when the last run on record has ended
 * @param recent whether it began within the last {@value #RECENT_SECONDS} seconds, by the
 *     database's clock
 */
public record TriedBy(Optional<String> process, boolean recent) {

  /** Longer than a living process waits for a connection and for a lock, with their defaults. */
  static final int RECENT_SECONDS = 10;

  /** Nobody. */
  public static final TriedBy NOBODY = new TriedBy(Optional.empty(), false);

  /**
   * A column for a query that selects {@code started_by}: whether that was lately.
   *
   * @param startedAt the column with the time of the start
   */
  public static String recently(String startedAt) {
    return "%s > current_timestamp - interval '%d' second as started_recently"
        .formatted(startedAt, RECENT_SECONDS);
  }

  /** Reads both columns. */
  public static TriedBy read(ResultSet row) throws SQLException {
    return new TriedBy(
        Optional.ofNullable(row.getString("started_by")), row.getBoolean("started_recently"));
  }

  /** Whether it is this process. */
  public boolean is(String self) {
    return process.equals(Optional.of(self));
  }

  /** Whether another process may be about to run the message, and should be let. */
  public boolean isAnotherThan(String self) {
    return recent && process.isPresent() && !is(self);
  }
}
