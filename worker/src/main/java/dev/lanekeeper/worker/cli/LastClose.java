package dev.lanekeeper.worker.cli;

import dev.lanekeeper.program.broker.BoundedClose;
import dev.lanekeeper.program.database.Database;
import dev.lanekeeper.program.database.Engine;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Closes the database of a worker that stops, whether or not a handler is still at work. */
final class LastClose {
  private static final Logger log = LoggerFactory.getLogger(LastClose.class);
  private final Database database;

  LastClose(Database database) {
    this.database = database;
  }

  /**
   * Closes it.
   *
   * @param drained whether no handler is at work; one that is rolls back
   * @param limit how long that may take; what takes longer ends with the process
   */
  void close(boolean drained, Duration limit) {
    boolean inTime =
        BoundedClose.close(
            () -> {
              if (!drained && database.engine() == Engine.H2) {
                cutOff();
              }
              database.close();
            },
            limit);
    if (!inTime) {
      log.debug("connections are still open: they end with the process");
    }
  }

  /**
   * The embedded H2 would wait for the connection of the handler, here and again when the process
   * ends. What is committed is in its file already, as after a kill. The handler has the turn of
   * the one transaction, so this goes past it.
   */
  private void cutOff() {
    try (Connection connection = database.dataSource().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute("shutdown immediately");
    } catch (SQLException closed) {
      log.debug("the embedded database ends while it answers", closed);
    }
  }
}
