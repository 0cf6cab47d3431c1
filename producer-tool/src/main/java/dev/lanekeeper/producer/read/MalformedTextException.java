package dev.lanekeeper.producer.read;

import java.io.IOException;

/** Bytes that are no UTF-8. */
final class MalformedTextException extends IOException {
  private static final long serialVersionUID = 1L;

  private final long line;
  private final String problem;

  MalformedTextException(long line, String problem) {
    super(problem);
    this.line = line;
    this.problem = problem;
  }

  long line() {
    return line;
  }

  String problem() {
    return problem;
  }
}
