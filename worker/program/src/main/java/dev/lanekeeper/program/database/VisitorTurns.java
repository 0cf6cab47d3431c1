package dev.lanekeeper.program.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;

/**
 * Connections through the door of another process, each with the turn at that process's one
 * transaction. Thread-safe.
 */
final class VisitorTurns implements ConnectionFactory {
  private final DataSource pool;
  private final String token;

  /**
   * @param token the door's
   */
  VisitorTurns(DataSource pool, String token) {
    this.pool = pool;
    this.token = token;
  }

  @Override
  public Connection openConnection() throws SQLException {
    Connection connection = pool.getConnection();
    try {
      if (!call(connection, "select lanekeeper_take_turn(?)")) {
        throw OneAtATime.isBusy();
      }
      return connection;
    } catch (SQLException | RuntimeException failure) {
      connection.close();
      throw failure;
    }
  }

  @Override
  public void closeConnection(Connection connection) throws SQLException {
    try (connection) {
      call(connection, "select lanekeeper_end_turn(?)");
    }
  }

  private boolean call(Connection connection, String function) throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(function)) {
      statement.setString(1, token);
      try (ResultSet answer = statement.executeQuery()) {
        return answer.next() && answer.getBoolean(1);
      }
    }
  }
}
