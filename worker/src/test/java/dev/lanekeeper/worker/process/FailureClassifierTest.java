package dev.lanekeeper.worker.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.EnvironmentException;
import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.api.TryAgainException;
import dev.lanekeeper.worker.process.FailureClassifier.Kind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureClassifierTest {
  private final FailureClassifier classifier = new FailureClassifier();

  /** What it says about the message, and whether nothing can be settled at present. */
  @ParameterizedTest
  @CsvSource({
    "08006, ENVIRONMENT, true", // connection failure
    "25006, ENVIRONMENT, true", // read-only: the primary became a standby
    "53100, ENVIRONMENT, true", // disk full
    "53300, ENVIRONMENT, true", // too many connections
    "57P01, ENVIRONMENT, true", // the server is shut down
    "57P03, ENVIRONMENT, true", // the server starts
    "58030, ENVIRONMENT, true", // input or output failed
    "90028, ENVIRONMENT, true", // H2: input or output failed
    "90031, ENVIRONMENT, true", // H2: the same
    "90067, ENVIRONMENT, true", // H2: connection broken
    "90097, ENVIRONMENT, true", // H2: read-only
    "90098, ENVIRONMENT, true", // H2: database closed
    "90121, ENVIRONMENT, true", // H2: closed with the process
    "25P03, ENVIRONMENT, false", // idle in transaction for too long
    "25P04, ENVIRONMENT, false", // transaction too long
    "40001, ENVIRONMENT, false", // serialization failure
    "40P01, ENVIRONMENT, false", // deadlock
    "55P03, ENVIRONMENT, false", // lock not available
    "57014, ENVIRONMENT, false", // statement time-out
    "90131, ENVIRONMENT, false", // H2: row changed meanwhile
    "HYT00, ENVIRONMENT, false", // H2: lock time-out
    "22001, FAILED, false", // text too long
    "23505, FAILED, false", // unique violation
    "25P02, FAILED, false", // the handler went on after a failed statement
    "42P01, FAILED, false", // no such table
    "55000, FAILED, false", // such as currval() before nextval()
  })
  void sqlStatesTellTheEnvironmentFromTheMessage(String state, Kind kind, boolean outage) {
    Exception wrapped = new IllegalStateException(new SQLException("failed", state));
    assertThat(classifier.classify(wrapped)).isEqualTo(kind);
    assertThat(classifier.isOutage(wrapped)).isEqualTo(outage);
  }

  /** As HikariCP tells it. */
  @Test
  void poolThatIsExhaustedIsNoOutageAndOneThatCanMakeNoConnectionIs() {
    SQLException refused = new SQLException("refused", "08001");
    Exception exhausted = new SQLTransientConnectionException("time-out");
    Exception away = new SQLTransientConnectionException("time-out", "08001", refused);
    Exception odd =
        new SQLTransientConnectionException("time-out", null, new IllegalStateException());
    for (Exception failure : List.of(exhausted, away, odd)) {
      assertThat(classifier.classify(failure)).isEqualTo(Kind.ENVIRONMENT);
    }
    assertThat(classifier.isOutage(exhausted)).isFalse();
    assertThat(classifier.isOutage(away)).isTrue();
    assertThat(classifier.isOutage(odd)).isTrue();
  }

  @Test
  void rejectionIsFinalAndAnythingElseCounts() {
    assertThat(classifier.classify(new RejectedMessageException("no"))).isEqualTo(Kind.REJECTED);
    assertThat(classifier.classify(new NullPointerException())).isEqualTo(Kind.FAILED);
  }

  @Test
  void handlerThatSaysWhenToTryAgainIsCountedUnlessItIsTheEnvironment() {
    SQLException away = new SQLException("away", "08006");
    Duration soon = Duration.ofSeconds(1);
    assertThat(classifier.classify(new TryAgainException("not yet", soon, away)))
        .isEqualTo(Kind.FAILED);
    assertThat(classifier.classify(new EnvironmentException("busy", soon, null)))
        .isEqualTo(Kind.ENVIRONMENT);
  }

  @Test
  void handlerThatIsToldWhenToComeAgainIsNoOutage() {
    Duration soon = Duration.ofSeconds(1);
    assertThat(classifier.isOutage(new EnvironmentException("no answer"))).isTrue();
    assertThat(classifier.isOutage(new EnvironmentException("busy", soon, null))).isFalse();
    assertThat(classifier.isOutage(new TryAgainException("not yet", soon))).isFalse();
  }
}
