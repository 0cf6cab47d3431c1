package dev.lanekeeper.program.database;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What those who come through a door call in the process that keeps the database, as functions of
 * SQL, to have their turn at its one transaction. Thread-safe; public for H2 alone.
 */
public final class DoorTurns {
  private static final Map<String, OneAtATime> BY_TOKEN = new ConcurrentHashMap<>();

  private DoorTurns() {}

  static void offer(String token, OneAtATime turns, Connection connection) throws SQLException {
    BY_TOKEN.put(token, turns);
    try (Statement statement = connection.createStatement()) {
      for (String[] function :
          new String[][] {{"lanekeeper_take_turn", "take"}, {"lanekeeper_end_turn", "end"}}) {
        statement.execute(
            "create alias if not exists %s for \"%s.%s\""
                .formatted(function[0], DoorTurns.class.getName(), function[1]));
      }
    }
  }

  static void withdraw(String token) {
    BY_TOKEN.remove(token);
  }

  /** Waits for the turn; false when it does not come, or the door is closed. */
  public static boolean take(Connection visitor, String token) throws SQLException {
    OneAtATime turns = BY_TOKEN.get(token);
    return turns != null && turns.admit(session(visitor));
  }

  /** Ends the turn, after commit or rollback. */
  public static boolean end(Connection visitor, String token) throws SQLException {
    OneAtATime turns = BY_TOKEN.get(token);
    if (turns != null) {
      turns.dismiss(session(visitor));
    }
    return true;
  }

  private static int session(Connection visitor) throws SQLException {
    try (Statement statement = visitor.createStatement();
        ResultSet answer = statement.executeQuery("select session_id()")) {
      answer.next();
      return answer.getInt(1);
    }
  }
}
