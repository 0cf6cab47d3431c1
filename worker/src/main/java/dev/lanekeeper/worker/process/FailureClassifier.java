package dev.lanekeeper.worker.process;

import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.api.TryAgainException;
import java.sql.SQLException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.sql.SQLTransientException;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;

/**
 * Tells whether a failure says something about the message, or only that the environment is unwell
 * (design.md, "Failures"). Stateless and thread-safe.
 *
 * <p>SQL states are those of the SQL standard and of PostgreSQL, appendix A of its manual
 * (https://www.postgresql.org/docs/current/errcodes-appendix.html), and H2's ErrorCode.
 */
public final class FailureClassifier {

  /** What a failure means for the message. */
  public enum Kind {
    /** Nothing: it is not counted as an attempt. */
    ENVIRONMENT,
    /** It can never succeed. */
    REJECTED,
    /** One attempt is used up. */
    FAILED
  }

  /** Connection, rollback (deadlock, serialization), resources, operator intervention, system. */
  private static final Set<String> ENVIRONMENT_CLASSES = Set.of("08", "40", "53", "57", "58");

  private static final Set<String> ENVIRONMENT_STATES =
      Set.of(
          "55P03", // PostgreSQL: lock_not_available
          "25006", // PostgreSQL: read_only_sql_transaction, a primary that became a standby
          "25P03", // PostgreSQL: idle_in_transaction_session_timeout
          "25P04", // PostgreSQL: transaction_timeout
          "HYT00", // H2: lock time-out
          "57014", // both: statement cancelled
          "90028", // H2: input or output failed, such as on a full disk
          "90031", // H2: the same
          "90067", // H2: connection broken
          "90097", // H2: database read-only
          "90098", // H2: database closed
          "90121", // H2: database closed at the end of the process
          "90131"); // H2: row changed by another transaction meanwhile

  private static final Set<String> CUT_OFF_STATES =
      Set.of(
          "57014", // both: statement cancelled, for its length or by somebody
          "25P03", // PostgreSQL: idle_in_transaction_session_timeout
          "25P04"); // PostgreSQL: transaction_timeout

  /** Of these, what only says that another transaction was in the way. */
  private static final Set<String> CONTENTION_STATES = Set.of("55P03", "HYT00", "90131");

  /**
   * Whether a failure says that no message can be settled at present. Contention for one group's
   * row, or for the connections of a pool that could make them, does not, nor does a group that is
   * full, nor a run that a time-out of its own cut off, nor a handler that is told by what it
   * depends on when to come again.
   */
  public boolean isOutage(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RejectedMessageException || cause instanceof GroupFullException) {
        return false;
      }
      if (cause instanceof TryAgainException again) {
        return again instanceof EnvironmentException && again.delay().isEmpty();
      }
      if (cause instanceof SQLException sql && isEnvironment(sql)) {
        String state = sql.getSQLState();
        return state == null
            ? !isExhaustedPool(sql)
            : !(CONTENTION_STATES.contains(state)
                || CUT_OFF_STATES.contains(state)
                || state.startsWith("40"));
      }
    }
    return false;
  }

  /** HikariCP gives the failure to make a connection, where there was one, as the cause. */
  private static boolean isExhaustedPool(SQLException failure) {
    return failure instanceof SQLTransientConnectionException && failure.getCause() == null;
  }

  /** Classifies what a run threw. */
  public Kind classify(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof RejectedMessageException) {
        return Kind.REJECTED;
      }
      if (cause instanceof TryAgainException again) {
        return again instanceof EnvironmentException ? Kind.ENVIRONMENT : Kind.FAILED;
      }
      if (cause instanceof GroupFullException
          || (cause instanceof SQLException sql && isEnvironment(sql))) {
        return Kind.ENVIRONMENT;
      }
    }
    return Kind.FAILED;
  }

  /** The delay that the handler asked for. */
  Optional<Duration> delayAskedFor(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof TryAgainException again) {
        return again.delay();
      }
    }
    return Optional.empty();
  }

  /**
   * Whether the database cut the run off for its length. That is a failure of the environment,
   * until it happens to the same message again and again while others are well.
   */
  boolean isCutOff(Throwable failure) {
    for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
      if (cause instanceof SQLException sql
          && sql.getSQLState() != null
          && CUT_OFF_STATES.contains(sql.getSQLState())) {
        return true;
      }
    }
    return false;
  }

  private static boolean isEnvironment(SQLException failure) {
    if (failure instanceof SQLTransientException || failure instanceof SQLRecoverableException) {
      return true;
    }
    String state = failure.getSQLState();
    return state != null
        && state.length() == 5
        && (ENVIRONMENT_STATES.contains(state)
            || ENVIRONMENT_CLASSES.contains(state.substring(0, 2)));
  }
}
