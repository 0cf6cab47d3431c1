package dev.lanekeeper.program.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.LongSupplier;
import javax.sql.DataSource;
import org.jdbi.v3.core.ConnectionFactory;
import org.jspecify.annotations.Nullable;

/**
 * Lends out one connection at a time, so that no transaction of an embedded H2 writes while another
 * one is stored. H2 stores a commit by taking the roots of its maps one after the other, whatever
 * other threads write meanwhile; a process that is killed then leaves parts of their transactions
 * in the file (https://github.com/h2database/h2database/issues/2080, comment of 2019-08-21;
 * ops/adr/0008). Those who come through the door have their turn like this process's own threads.
 * Thread-safe.
 */
final class OneAtATime implements ConnectionFactory {
  private static final long GLANCE_MILLIS = 100;

  /** Between two statements for so many milliseconds. */
  private static final String STANDS_STILL =
      """
      select sleep_since < dateadd(millisecond, -%d, current_timestamp)
        from information_schema.sessions
       where session_id = ?
         and session_state = 'SLEEP'
      """;

  private final DataSource pool;
  private final Duration patience;
  private final Duration longestStandstill;
  private final String standsStill;
  private final LongSupplier nanoTime;
  private final Semaphore turn = new Semaphore(1, true);
  private final AtomicReference<@Nullable Visit> visit = new AtomicReference<>();

  /** A session of another process that has the turn. */
  private record Visit(int session, long since) {}

  /**
   * @param pool has two connections at least: one to look after visitors with
   * @param patience how long to wait for the turn
   * @param longestStandstill how long another process may have the turn without a statement before
   *     its session is ended
   * @param nanoTime a monotonic clock, in nanoseconds
   */
  OneAtATime(
      DataSource pool, Duration patience, Duration longestStandstill, LongSupplier nanoTime) {
    this.pool = pool;
    this.nanoTime = nanoTime;
    this.patience = patience;
    this.longestStandstill = longestStandstill;
    this.standsStill = STANDS_STILL.formatted(longestStandstill.toMillis());
  }

  /**
   * {@inheritDoc}
   *
   * @throws SQLTransientConnectionException without a cause when the turn does not come in time, as
   *     from an exhausted pool
   */
  @Override
  public Connection openConnection() throws SQLException {
    if (!await()) {
      throw isBusy();
    }
    try {
      return pool.getConnection();
    } catch (SQLException | RuntimeException | Error failure) {
      turn.release();
      throw failure;
    }
  }

  @Override
  public void closeConnection(Connection connection) throws SQLException {
    try {
      connection.close();
    } finally {
      turn.release();
    }
  }

  /** What says that no turn came. */
  static SQLTransientConnectionException isBusy() {
    return new SQLTransientConnectionException(
        "the embedded database has one transaction at a time, and those before did not end in time");
  }

  /**
   * Gives the turn to a session of another process.
   *
   * @return whether it came in time
   */
  boolean admit(int session) throws SQLException {
    boolean came = await();
    if (came) {
      visit.set(new Visit(session, nanoTime.getAsLong()));
    }
    return came;
  }

  /** Takes the turn back from a session of another process, unless it has been taken already. */
  void dismiss(int session) {
    Visit current = visit.get();
    if (current != null && current.session() == session) {
      end(current);
    }
  }

  private void end(Visit ended) {
    if (visit.compareAndSet(ended, null)) {
      turn.release();
    }
  }

  private boolean await() throws SQLException {
    long start = nanoTime.getAsLong();
    try {
      while (!turn.tryAcquire(GLANCE_MILLIS, TimeUnit.MILLISECONDS)) {
        lookAfterVisitor();
        if (nanoTime.getAsLong() - start > patience.toNanos()) {
          return false;
        }
      }
      return true;
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
      throw new SQLTransientConnectionException("interrupted before its turn", interrupted);
    }
  }

  /** A visitor that died gives nothing back, and one that stands still does not either. */
  private void lookAfterVisitor() throws SQLException {
    Visit current = visit.get();
    if (current == null) {
      return;
    }
    try (Connection connection = pool.getConnection()) {
      if (nanoTime.getAsLong() - current.since() > longestStandstill.toNanos()
          && ask(connection, standsStill, current.session())) {
        ask(connection, "select abort_session(?)", current.session());
      }
      // H2 strikes a session off this list after it has rolled back.
      String known = "select true from information_schema.sessions where session_id = ?";
      if (!ask(connection, known, current.session())) {
        end(current);
      }
    }
  }

  private static boolean ask(Connection connection, String question, int session)
      throws SQLException {
    try (PreparedStatement statement = connection.prepareStatement(question)) {
      statement.setInt(1, session);
      try (ResultSet answer = statement.executeQuery()) {
        return answer.next() && answer.getBoolean(1);
      }
    }
  }
}
