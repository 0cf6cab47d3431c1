package dev.lanekeeper.localbroker;

/**
 * Something the caller can mend: a port that is taken, a folder that cannot be written, a topic
 * that does not exist. The message is one line that says what is wrong and what to do, and is all
 * that is ever shown of it.
 */
final class RefusedException extends Exception {
  private final int exitStatus;

  RefusedException(int exitStatus, String message) {
    super(message);
    this.exitStatus = exitStatus;
  }

  int exitStatus() {
    return exitStatus;
  }
}
