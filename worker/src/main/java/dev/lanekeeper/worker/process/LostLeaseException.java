package dev.lanekeeper.worker.process;

/**
 * The broker may have given the message to somebody else while its pass waited, for a connection or
 * for the group's row: the transaction rolls back before the handler has run.
 */
final class LostLeaseException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  LostLeaseException() {
    super("the lease ended before the handler could start");
  }
}
