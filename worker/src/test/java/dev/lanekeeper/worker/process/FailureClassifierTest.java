package dev.lanekeeper.worker.process;

import static org.assertj.core.api.Assertions.assertThat;

import dev.lanekeeper.api.RejectedMessageException;
import dev.lanekeeper.worker.process.FailureClassifier.Kind;
import java.sql.SQLException;
import java.sql.SQLTransientConnectionException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FailureClassifierTest {
  private final FailureClassifier classifier = new FailureClassifier();

  @ParameterizedTest
  @CsvSource({
    "08006, ENVIRONMENT", // connection failure
    "40001, ENVIRONMENT", // serialization failure
    "40P01, ENVIRONMENT", // deadlock
    "53300, ENVIRONMENT", // too many connections
    "55P03, ENVIRONMENT", // lock not available
    "57014, ENVIRONMENT", // statement time-out
    "57P01, ENVIRONMENT", // the server is shut down
    "HYT00, ENVIRONMENT", // H2: lock time-out
    "90098, ENVIRONMENT", // H2: database closed
    "23505, FAILED", // unique violation
    "22001, FAILED", // text too long
    "42P01, FAILED", // no such table
  })
  void sqlStatesTellTheEnvironmentFromTheMessage(String state, Kind kind) {
    Exception wrapped = new IllegalStateException(new SQLException("failed", state));
    assertThat(classifier.classify(wrapped)).isEqualTo(kind);
  }

  @Test
  void poolThatIsEmptyIsTheEnvironment() {
    assertThat(classifier.classify(new SQLTransientConnectionException("time-out")))
        .isEqualTo(Kind.ENVIRONMENT);
  }

  @Test
  void rejectionIsFinalAndAnythingElseCounts() {
    assertThat(classifier.classify(new RejectedMessageException("no"))).isEqualTo(Kind.REJECTED);
    assertThat(classifier.classify(new NullPointerException())).isEqualTo(Kind.FAILED);
  }
}
