package dev.lanekeeper.worker.doctor;

import dev.lanekeeper.program.broker.ClientFailure;

/** What came of a question to the broker. */
sealed interface Answer<T> {
  /** It answered. */
  record Given<T>(T value) implements Answer<T> {}

  /**
   * It did not, or refused.
   *
   * @param kind what the failure comes down to
   * @param reason in one line
   */
  record Failed<T>(ClientFailure kind, String reason) implements Answer<T> {
    /** Whether nobody understood the question, so that nothing is known about its object. */
    boolean isOfTheWay() {
      return switch (kind) {
        case TLS_MISMATCH, UNKNOWN_HOST, UNREACHABLE, TIMED_OUT, OVERLOADED, UNKNOWN -> true;
        case TOPIC_NOT_FOUND,
            TOPIC_TYPE_MISMATCH,
            CONSUMER_GROUP_NOT_FOUND,
            STREAM_COMPLETED,
            UNAUTHORIZED,
            REFUSED,
            BROKER_ERROR ->
            false;
      };
    }
  }
}
