package dev.lanekeeper.producer.record;

/** Says what is wrong with one field's value, and what to write. */
final class FieldException extends Exception {
  private static final long serialVersionUID = 1L;

  private final String problem;

  FieldException(String problem) {
    super(problem, null, false, false);
    this.problem = problem;
  }

  /** Begins with the field's name and its value. */
  String problem() {
    return problem;
  }
}
